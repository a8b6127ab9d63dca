#!/usr/bin/env python3
"""make_recording.py TRACE: a trace of `quillon simulate --raw 6` as the counts of an MPU-6050, in C, on standard output."""
import csv
import math
import sys

with open(sys.argv[1]) as trace:
    rows = csv.DictReader(line for line in trace if not line.startswith("#"))
    print("/* Rows of ax ay az (4096 counts a g), gx gy gz (16.4 counts a degree/s), button; 100 rows a second. */")
    print("static const short recording[][7] = {")
    for row in rows:
        force = [round(float(row[a]) / 9.80665 * 4096) for a in ("ax", "ay", "az")]
        rate = [round(math.degrees(float(row[g])) * 16.4) for g in ("gx", "gy", "gz")]
        counts = [max(-32768, min(32767, count)) for count in force + rate]
        print("  {" + ", ".join(map(str, counts + [int(row["pen"])])) + "},")
    print("};")
