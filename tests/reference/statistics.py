"""Prints the reference values of crates/core/src/statistics/tests.rs, worked out by SciPy.

    pip install numpy scipy && python3 tests/reference/statistics.py

The tests hold the printed values and need none of this.
"""

import numpy as np
from scipy import stats

# Means of twelve cases, as in the tests.
FIRST = [1, 0, 0.75, 0.5, 1, 1, 0, 0.25, 0.5, 1, 0, 0.75]
SECOND = [1, 0.25, 1, 0.5, 1, 1, 0.5, 0.75, 0.25, 1, 0.25, 1]


def student_t():
    for degrees in (1, 2, 3, 4, 5, 10, 15, 49, 50, 1000):
        print("t quantile", degrees, repr(float(stats.t.ppf(0.975, degrees))))
    for t, degrees in ((-1.5, 3), (0.3, 4), (2.0, 11), (5.0, 50), (1.0, 99)):
        print("t cdf", t, degrees, repr(float(stats.t.cdf(t, degrees))))


def interval():
    mean, error = np.mean(FIRST), stats.sem(FIRST)
    low, high = stats.t.interval(0.95, len(FIRST) - 1, loc=mean, scale=error)
    print("mean, standard error", repr(float(mean)), repr(float(error)))
    print("t interval", repr(float(low)), repr(float(high)))
    drawn = stats.bootstrap(
        (FIRST,), np.mean, n_resamples=200_000, method="percentile", random_state=1
    )
    print("bootstrap", drawn.confidence_interval)


def paired():
    difference = np.subtract(SECOND, FIRST)
    low, high = stats.ttest_rel(SECOND, FIRST).confidence_interval(0.95)
    print("paired mean", repr(float(np.mean(difference))), "interval", repr(float(low)), repr(float(high)))
    up, down = int(np.sum(difference > 0)), int(np.sum(difference < 0))
    print("sign test", up, down, repr(float(stats.binomtest(up, up + down).pvalue)))
    flips = stats.permutation_test(
        (difference,), np.sum, permutation_type="samples", n_resamples=np.inf
    )
    print("permutation", repr(float(flips.pvalue)))
    for up, down in ((8, 1), (12, 12), (0, 5), (40, 20), (3, 3)):
        print("sign test", up, down, repr(float(stats.binomtest(up, up + down).pvalue)))


if __name__ == "__main__":
    student_t()
    interval()
    paired()
