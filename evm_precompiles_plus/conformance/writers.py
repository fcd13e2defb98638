"""Reports written as results come: geth's JSON, CSV, JUnit XML.

**Spec** go-ethereum, cmd/evm/staterunner.go, `testResult`: one list of objects with `name`, `pass`, `fork`,
`stateRoot` (where there is one) and `error` (where it failed).
**Invariants** No writer keeps more than the results of one file of fixtures, and what it has written is a
whole report whenever it is closed, also in the middle of a run.
"""

import csv
import json
import re
from textwrap import indent
from typing import Protocol, TextIO
from xml.etree import ElementTree

from .documents import Problem
from .loader import PassedOver, label_of
from .shards import Result
from .statetest import PASSED_OVER, Outcome

CSV_COLUMNS = ("source", "name", "fork", "indexes", "status", "stateRoot", "error", "seconds")
# XML 1.0 has no way to write these at all.
_NOT_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


class Taker(Protocol):
    """Takes every result of a run, in order."""

    def add(self, result: Result) -> None:
        """Take one result."""


class Writer(Taker, Protocol):
    """Is closed at the end of a run, whatever that is."""

    def close(self) -> None:
        """Write what is left."""


def geth_object(outcome: Outcome) -> dict[str, str | bool]:
    """Return an outcome as geth's `evm statetest` prints it."""
    entry: dict[str, str | bool] = {"name": outcome.name, "pass": outcome.passed, "fork": outcome.fork}
    if outcome.state_root is not None:
        entry["stateRoot"] = _root(outcome)
    if outcome.error:
        entry["error"] = outcome.error
    return entry


class JsonList:
    """A JSON list of geth's objects; cases that were passed over, which geth does not know, are left out."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream
        self._separator = "[\n"

    def add(self, result: Result) -> None:
        """Write an outcome."""
        if isinstance(result, Outcome) and result.status != PASSED_OVER:
            entry = json.dumps(geth_object(result), indent=2)
            self._stream.write(self._separator + indent(entry, "  "))
            self._separator = ",\n"

    def close(self) -> None:
        """Write the end of the list."""
        self._stream.write("[]\n" if self._separator == "[\n" else "\n]\n")


class Csv:
    """A line per case and per problem."""

    def __init__(self, stream: TextIO) -> None:
        self._rows = csv.writer(stream, lineterminator="\n")
        self._rows.writerow(CSV_COLUMNS)

    def add(self, result: Result) -> None:
        """Write an outcome or a problem."""
        if isinstance(result, Problem):
            self._rows.writerow((result.source, "", "", "", "problem", "", result.reason, ""))
        elif isinstance(result, Outcome):
            self._rows.writerow(
                (
                    result.source,
                    result.name,
                    result.fork,
                    " ".join(map(str, result.indexes)),
                    result.status,
                    _root(result),
                    result.error,
                    f"{result.seconds:.6f}",
                )
            )

    def close(self) -> None:
        """Do nothing: every line is whole."""


class JUnit:
    """JUnit XML, a test suite for each file of fixtures."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream
        self._source = ""
        self._cases: list[ElementTree.Element] = []
        stream.write('<?xml version="1.0" encoding="utf-8"?>\n<testsuites>\n')

    def add(self, result: Result) -> None:
        """Take an outcome or a problem; a file's results are written when the next file begins."""
        if isinstance(result, PassedOver):
            return
        if result.source != self._source:
            self._write_suite()
            self._source = result.source
        self._cases.append(_problem_element(result) if isinstance(result, Problem) else _case_element(result))

    def close(self) -> None:
        """Write the last file's results and the end."""
        self._write_suite()
        self._stream.write("</testsuites>\n")

    def _write_suite(self) -> None:
        if not self._cases:
            return
        suite = ElementTree.Element("testsuite", name=_xml(self._source), tests=str(len(self._cases)))
        for attribute, tag in (("failures", "failure"), ("errors", "error"), ("skipped", "skipped")):
            suite.set(attribute, str(sum(case.find(tag) is not None for case in self._cases)))
        suite.extend(self._cases)
        ElementTree.indent(suite)
        self._stream.write(ElementTree.tostring(suite, encoding="unicode") + "\n")
        self._cases = []


def _case_element(outcome: Outcome) -> ElementTree.Element:
    name = _xml(label_of(outcome.name, outcome.fork, outcome.indexes))
    case = ElementTree.Element(
        "testcase", classname=_xml(outcome.source), name=name, time=f"{outcome.seconds:.6f}"
    )
    if outcome.status == PASSED_OVER:
        ElementTree.SubElement(case, "skipped", message=_xml(outcome.error))
    elif not outcome.passed:
        failure = ElementTree.SubElement(case, "failure", message=_xml(outcome.error))
        failure.text = _xml("\n".join(outcome.details))
    return case


def _problem_element(problem: Problem) -> ElementTree.Element:
    case = ElementTree.Element("testcase", classname=_xml(problem.source), name="(file)", time="0")
    ElementTree.SubElement(case, "error", message=_xml(problem.reason))
    return case


def _xml(text: str) -> str:
    return _NOT_XML.sub("\N{REPLACEMENT CHARACTER}", text)


def _root(outcome: Outcome) -> str:
    return "" if outcome.state_root is None else f"0x{outcome.state_root.hex()}"
