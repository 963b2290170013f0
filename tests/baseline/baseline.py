"""The usual way to grade in Python, as a baseline: lxml parses the expected XML for every graded
line's lookup, and a regular expression finds the line in the response.

Prints one JSON object: how many responses a second one core grades over the bundled cases.
"""

import json
import pathlib
import re
import sys
import time

from lxml import etree

ROOT = pathlib.Path(__file__).resolve().parents[2]
PROFILE = json.loads((ROOT / "crates/core/profiles/us-ty24.json").read_text(encoding="utf-8"))
LINES = [(line["line"], line["xpath"]) for line in PROFILE["lines"] if line["scored"]]


def expected_amount(xml: bytes, xpath: str) -> float:
    """One parse and one XPath call a line, names matched without their namespace."""
    tree = etree.fromstring(xml)
    steps = [f"*[local-name()='{step}']" for step in xpath.strip("/").split("/")]
    found = tree.xpath("/" + "/".join(steps))
    return float(found[0].text or 0) if found else 0.0


def stated_amount(response: str, line: str) -> float:
    match = re.search(rf"^Line {re.escape(line)}:.*\|([^|\n]*)$", response, re.MULTILINE)
    if not match:
        return 0.0
    try:
        return float(match.group(1).replace("$", "").replace(",", "").strip() or 0)
    except ValueError:
        return 0.0


def grade(xml: bytes, response: str) -> tuple[bool, int]:
    right = sum(stated_amount(response, line) == expected_amount(xml, xpath) for line, xpath in LINES)
    return right == len(LINES), right


def main() -> None:
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 3.0
    data = ROOT / "test_data/ty24"
    pairs = []
    for case in sorted((data / "test_data").iterdir()):
        xml = (case / "output.xml").read_bytes()
        for run in sorted((data / "results" / case.name).glob("*/*/model_completed_return_*.md")):
            pairs.append((xml, run.read_text(encoding="utf-8", errors="replace")))
    graded, size, start = 0, 0, time.perf_counter()
    while (elapsed := time.perf_counter() - start) < seconds:
        xml, response = pairs[graded % len(pairs)]
        grade(xml, response)
        graded += 1
        size += len(response)
    print(json.dumps({"graded": graded, "seconds": elapsed, "perSecond": graded / elapsed, "meanBytes": size / graded}))


if __name__ == "__main__":
    main()
