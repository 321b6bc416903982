"""The peak of memory of a program that a test starts, in kilobytes, as an expression for the program to print.

Not ``ru_maxrss``, which a program inherits from the one that started it: a test would see the peak of all tests before.
"""

from __future__ import annotations

PEAK_KB = 'int(next(line for line in open("/proc/self/status") if line.startswith("VmHWM")).split()[1])'
