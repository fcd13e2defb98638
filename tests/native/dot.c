/*
 * fp2_dot of operands from standard input: three products, each the coefficients of a and b as 64 hexadecimal digits,
 * as they are in memory and not in Montgomery form; the result's coefficients go to standard output. -DEPP_ADX makes it
 * the assembly's body.
 */
#include <stdio.h>

#include "bn254/fp2.c"

static int read_word(fp *r)
{
    unsigned long long digits[4];
    if (scanf(" %16llx%16llx%16llx%16llx", &digits[3], &digits[2], &digits[1], &digits[0]) != 4)
        return 0;
    for (int i = 0; i < 4; i++)
        r->l[i] = digits[i];
    return 1;
}

static void print_word(const fp *a)
{
    for (int i = 3; i >= 0; i--)
        printf("%016llx", (unsigned long long)a->l[i]);
}

int main(void)
{
    for (;;) {
        fp2 a[FP2_TERMS], b, r;
        struct fp2_factor factors[FP2_TERMS];
        struct fp2_product products[FP2_TERMS];
        for (int i = 0; i < FP2_TERMS; i++) {
            if (!read_word(&a[i].c0) || !read_word(&a[i].c1) || !read_word(&b.c0) || !read_word(&b.c1))
                return 0;
            fp2_factor_set(&factors[i], &b);
            products[i] = (struct fp2_product){&a[i], &factors[i]};
        }
        fp2_dot(&r, products);
        print_word(&r.c0);
        printf(" ");
        print_word(&r.c1);
        printf("\n");
    }
}
