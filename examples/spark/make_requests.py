"""Writes saved runs of a benchmark folder as a partitioned data set of requests.

Every saved answer becomes one line of JSON with an `id` that says what made it; `--copies` repeats
the runs under new run numbers, for a data set as large as one likes:

    python3 make_requests.py --data-dir ../../test_data --copies 7250 --partitions 64 --output requests
"""

import argparse
import gzip
import itertools
import json
import pathlib
import re

SAVED = re.compile(
    r"model_completed_return_(?P<thinking>[a-z]+?)(?P<search>_web_search)?_(?P<run>\d+)\.md"
)


def saved_runs(data_dir):
    """The saved answers below a folder in upstream's layout, as requests in order of their paths."""
    runs = []
    for path in sorted(data_dir.glob("*/results/*/*/*/*.md")):
        name = SAVED.fullmatch(path.name)
        if not name:
            continue
        case, provider, model = path.parts[-4:-1]
        made_by = {
            "tax_year": path.parts[-6],
            "provider": provider,
            "model": model,
            "thinking": name["thinking"],
            "tools": "web-search" if name["search"] else "",
            "run": int(name["run"]),
        }
        runs.append((made_by, case, path.read_text(encoding="utf-8", errors="replace")))
    if not runs:
        raise SystemExit(f"no saved runs below {data_dir}: it must hold ty24/results or ty25/results")
    return runs


def requests(runs, copies):
    """Each run so many times; a copy of run 2 of 7 has a number of its own."""
    highest = max(made_by["run"] for made_by, _, _ in runs)
    for copy, (made_by, case, response) in itertools.product(range(copies), runs):
        numbered = {**made_by, "run": made_by["run"] + copy * highest}
        yield json.dumps({"id": numbered, "case": case, "response": response})


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--data-dir", type=pathlib.Path, required=True)
    parser.add_argument("--output", type=pathlib.Path, required=True)
    parser.add_argument("--copies", type=int, default=1)
    parser.add_argument("--partitions", type=int, default=8)
    arguments = parser.parse_args()
    runs = saved_runs(arguments.data_dir)
    arguments.output.mkdir(parents=True)
    files = [
        gzip.open(arguments.output / f"part-{number:05}.jsonl.gz", "wt", compresslevel=1, encoding="utf-8")
        for number in range(arguments.partitions)
    ]
    written = 0
    for file, request in zip(itertools.cycle(files), requests(runs, arguments.copies)):
        file.write(request + "\n")
        written += 1
    for file in files:
        file.close()
    print(f"{written} requests in {arguments.partitions} files")


if __name__ == "__main__":
    main()
