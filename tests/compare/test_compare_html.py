"""`compare --html`: what the page says, that nothing gets out of its cells, and that a browser sorts it."""

import re
import shutil
import subprocess
from collections import Counter
from html.parser import HTMLParser
from pathlib import Path

import pytest

from evm_precompiles_plus.call import HostAnswer
from evm_precompiles_plus.compare.comparison import Call, Comparison, Divergence, Recording, Row
from evm_precompiles_plus.compare.html import page, write_page
from evm_precompiles_plus.conformance.documents import Problem

CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)

ROWS = [
    Row("ecadd", "istanbul", "stock", 30, 30, 30, 9e-5, 3e-5, 3.0),
    Row("modexp", "osaka", "spec", 4, 3, 4, 2e-2, 1e-5, 2000.0),
    Row("ecmul", "byzantium", "stock", 100, 100, 100, 4e-2, 1e-4, 400.0),
    Row("p256verify", "bpo2", "spec", 9, 9, 9, None, 1e-4, None),
]
HOSTILE = "</td><script>document.title='taken'</script><img src=x onerror=\"document.title='taken'\">&amp;'"


def comparison(note: str = "a note") -> Comparison:
    call = Call("modexp", "osaka", bytes(range(120)))
    answers = HostAnswer(b"\0", 500, None), HostAnswer(b"\1", 500, None), HostAnswer(None, None, note)
    divergences = [Divergence(call, *answers, note), Divergence(call, *answers[:2], None, note)]
    recording = Recording(Counter({call: 143}), 12, [Problem(note, note)])
    return Comparison(ROWS, divergences, recording)


class Tables(HTMLParser):
    """The texts of each table's cells by row, and every element with its attributes."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tables: dict[str, list[list[str]]] = {}
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self._in_cell = False
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))
        if tag == "table":
            self._rows = self.tables.setdefault(str(dict(attrs)["id"]), [])
        elif tag == "tr":
            self._rows.append([])
        elif tag in ("td", "th"):
            self._rows[-1].append("")
            self._in_cell = True

    def handle_endtag(self, tag: str) -> None:
        self._in_cell = self._in_cell and tag not in ("td", "th")

    def handle_data(self, data: str) -> None:
        if self._in_cell:
            self._rows[-1][-1] += data


def test_the_tables_say_what_was_compared() -> None:
    tables = Tables(page(comparison())).tables
    assert [row[0] for row in tables["calls"][1:]] == ["ecadd", "modexp", "ecmul", "p256verify"]
    assert tables["calls"][2][3:] == ["4", "3", "4", "20,000.0 us", "10.0 us", "2000.0x"]
    assert tables["calls"][4][6:] == ["-", "100.0 us", "-"]
    first = tables["divergences"][1]
    assert first[:3] == ["modexp", "osaka", "a note"] and bytes(range(120)).hex() in first[3]
    assert first[4:] == ["0x00 gas 500", "0x01 gas 500", "fails, all gas consumed (a note)"]


def test_the_page_loads_nothing() -> None:
    text = page(comparison())
    assert not re.search(r"https?:|//[a-z]|@import|url\(", text)
    for tag, attributes in Tables(text).elements:
        assert tag != "link" and not {"src", "href"} & set(attributes)
    assert "default-src 'none'" in text


def test_no_text_gets_out_of_its_cell() -> None:
    parsed = Tables(page(comparison(HOSTILE)))
    assert parsed.tables["divergences"][1][2] == HOSTILE
    assert [tag for tag, _ in parsed.elements].count("script") == 1
    assert not any(tag == "img" or "onerror" in attributes for tag, attributes in parsed.elements)


def in_chromium(path: Path, script: str) -> str:
    """Return the page as Chromium has it after it ran a script of the test."""
    text = path.read_text()
    # The page's policy keeps other scripts out, as it should: the test's copy goes without it.
    text = re.sub(r'<meta http-equiv="Content-Security-Policy"[^>]*>', "", text)
    driven = path.with_name("driven.html")
    driven.write_text(text.replace("</body>", f"<script>{script}</script></body>"))
    return dump(driven)


def dump(path: Path) -> str:
    if CHROMIUM is None:
        pytest.skip("no Chromium on PATH")
    options = ["--headless", "--no-sandbox", "--disable-gpu", f"--user-data-dir={path.parent / 'profile'}"]
    command = [CHROMIUM, *options, "--virtual-time-budget=2000", "--dump-dom", path.as_uri()]
    return subprocess.run(command, capture_output=True, text=True, timeout=180, check=True).stdout


@pytest.mark.parametrize(
    ("clicks", "expected"),
    [
        ({"calls": 1}, ["modexp", "p256verify", "ecadd", "ecmul"]),
        ({"calls": 2}, ["ecmul", "ecadd", "p256verify", "modexp"]),
        ({"fork": 1}, ["ecmul", "ecadd", "modexp", "p256verify"]),
        ({"precompile": 1}, ["ecadd", "ecmul", "modexp", "p256verify"]),
        ({"stock / plus": 2}, ["modexp", "ecmul", "ecadd", "p256verify"]),
        ({"precompile": 1, "compared with": 1}, ["modexp", "p256verify", "ecadd", "ecmul"]),
    ],
    ids=str,
)
def test_a_click_on_a_header_sorts_the_rows(
    clicks: dict[str, int], expected: list[str], tmp_path: Path
) -> None:
    write_page(comparison(), tmp_path / "page.html")
    script = "".join(
        f"[...document.querySelectorAll('#calls th')].find(th => th.innerText === '{header}')"
        ".querySelector('button').click();" * times
        for header, times in clicks.items()
    )
    sorted_page = Tables(in_chromium(tmp_path / "page.html", script))
    assert [row[0] for row in sorted_page.tables["calls"][1:]] == expected
    directions = [attributes.get("aria-sort") for tag, attributes in sorted_page.elements if tag == "th"]
    last = list(clicks.values())[-1]
    assert Counter(directions) == Counter(
        {"none": len(directions) - 1, ["ascending", "descending"][last - 1]: 1}
    )


def test_the_policy_admits_the_pages_own_script_and_no_other(tmp_path: Path) -> None:
    text = page(comparison())
    path = tmp_path / "page.html"
    path.write_text(text.replace("</body>", "<script>document.title = 'foreign'</script></body>"))
    shown = dump(path)
    assert "<title>stock py-evm" in shown
    # The page's own script makes the headers into buttons.
    assert "<button" not in text and shown.count("<button>") == shown.count("<th ")


def test_hostile_text_does_nothing_in_a_browser(tmp_path: Path) -> None:
    write_page(comparison(HOSTILE), tmp_path / "page.html")
    assert "<title>taken" not in in_chromium(tmp_path / "page.html", "")
