"""The comparison of `make compare`: every filter runs, and the table has its figures."""
import re

import compare
import numpy as np
import quillon

ROW = re.compile(r"\| (?P<name>[\w ]+) \| (?P<axes>6|9) \| (?P<inclination>\d+\.\d\d) \| (?P<attitude>\d+\.\d\d|–) \| (?P<time>\d+\.\d\d) \|")


def test_every_filter_has_its_row(capsys):
    compare.measure("Simulated", [compare.simulated(1, 1.0, 1.0)])
    rows = [ROW.fullmatch(line) for line in capsys.readouterr().out.splitlines() if line.startswith("| ")][2:]
    assert [(row["name"], int(row["axes"])) for row in rows] == list(compare.FILTERS)
    for row in rows:
        assert (row["attitude"] == "–") == (row["axes"] == "6")
    errors = {(row["name"], int(row["axes"])): float(row["inclination"]) for row in rows}
    # Rest, then slow turns: a sound filter stays far below a degree.
    assert 0 < errors["quillon", 6] < 0.5 and 0 < errors["quillon", 9] < 0.5
    assert 0 < errors["vqf", 6] < 0.5 and 0 < errors["vqf offline", 9] < 0.5
    assert errors["quillon smooth", 6] < errors["quillon", 6] and errors["quillon smooth", 9] < errors["quillon", 9]


def test_a_wrong_attitude_is_seen():
    recording = compare.simulated(2, 1.0, 1.0)
    right = compare.errors(recording, recording.truth)
    turned = quillon.multiply(recording.truth, [np.sqrt(0.5), 0, 0, np.sqrt(0.5)])
    assert max(right) < 1e-3
    assert abs(compare.errors(recording, turned)[1] - 90) < 1e-3
