"""Runs the job from end to end on the bundled runs, and holds its aggregate against the command's.

    python3 test_grade_returns.py path/to/taxgrade
"""

import collections
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

HERE = pathlib.Path(__file__).resolve().parent
DATA = HERE.parent.parent / "test_data"
COPIES = 3
PARTITIONS = 4


def read_json(folder):
    return [json.loads(line) for path in sorted(folder.glob("*.json")) for line in path.open(encoding="utf-8")]


class EndToEnd(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.out = pathlib.Path(cls.folder.name)
        cls.make(cls.out / "requests", COPIES)
        with open(cls.out / "requests" / "part-lost.jsonl", "w", encoding="utf-8") as lost:
            lost.write(json.dumps({"id": {"run": 1}, "case": "no-such-case", "response": "Line 1a: | | 1"}) + "\n")
        cls.counts = cls.run_job(cls.out / "requests", cls.out / "graded")

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    @staticmethod
    def make(output, copies):
        subprocess.run(
            [sys.executable, HERE / "make_requests.py", "--data-dir", DATA, "--output", output]
            + ["--copies", str(copies), "--partitions", str(PARTITIONS)],
            check=True,
            stdout=subprocess.DEVNULL,
        )

    @staticmethod
    def run_job(requests, output, command=None):
        job = subprocess.run(
            [sys.executable, HERE / "grade_returns.py", "--requests", requests, "--output", output]
            + ["--data-dir", DATA, "--taxgrade", command or TAXGRADE],
            env=ENVIRONMENT,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        if job.returncode:
            raise RuntimeError(job.stderr[-4000:])
        return json.loads(job.stdout.splitlines()[-1])

    def test_every_request_has_one_answer(self):
        saved = len(list(DATA.glob("*/results/*/*/*/model_completed_return_*.md")))
        self.assertGreater(saved, 100)
        self.assertEqual(self.counts, {"requests": saved * COPIES + 1, "notGraded": 1})

    def test_the_aggregate_is_the_commands_leaderboard(self):
        ours = read_json(self.out / "graded" / "leaderboard")
        columns = ["provider", "model", "thinking", "tools"]
        figures = ["strict", "lenient", "byLine", "lenientByLine"]
        compared = 0
        for year in ["ty24", "ty25"]:
            bench = subprocess.run(
                [TAXGRADE, "bench", "--quick-eval", "--tax-year", year, "--data-dir", DATA, "--format", "json"],
                check=True,
                capture_output=True,
            )
            for row in json.loads(bench.stdout)["rows"]:
                here = [one for one in ours if one["tax_year"] == year and all(one[name] == row[name] for name in columns)]
                self.assertEqual(len(here), 1, row)
                self.assertEqual(here[0]["tests"], row["tests"])
                self.assertEqual(here[0]["runs"], row["runs"] * COPIES)
                for name in figures:
                    self.assertAlmostEqual(here[0][name], row[name], places=12, msg=f"{row} {name}")
                compared += 1
        self.assertEqual(compared, len(ours))
        self.assertGreater(compared, 3)

    def test_the_table_holds_lines_with_exact_amounts(self):
        import pyspark.sql

        spark = pyspark.sql.SparkSession.builder.master("local[1]").getOrCreate()
        self.addCleanup(spark.stop)
        table = spark.read.parquet(str(self.out / "graded" / "returns"))
        verdicts = collections.Counter()
        for row in table.select("ok", "lines", "exactLines", "error").collect():
            if not row.ok:
                self.assertEqual(row.error.code, "request-invalid")
                continue
            exact = [line for line in row.lines if line.verdict == "exact"]
            self.assertEqual(len(exact), row.exactLines)
            self.assertTrue(all(line.expected == line.actual for line in exact))
            verdicts.update(line.verdict for line in row.lines)
        self.assertTrue(all(verdicts[name] > 0 for name in ["exact", "within", "wrong"]), verdicts)

    def test_a_command_that_dies_fails_the_job(self):
        dying = self.out / "dying"
        dying.write_text("#!/bin/sh\nkill -9 $$\n", encoding="utf-8")
        dying.chmod(0o755)
        with self.assertRaisesRegex(RuntimeError, "137"):
            self.run_job(self.out / "requests", self.out / "nothing", dying)


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit("usage: test_grade_returns.py TAXGRADE")
    TAXGRADE = str(pathlib.Path(sys.argv.pop(1)).resolve())
    ENVIRONMENT = {
        **os.environ,
        "PYSPARK_PYTHON": sys.executable,
        "PYSPARK_DRIVER_PYTHON": sys.executable,
        "SPARK_LOCAL_IP": "127.0.0.1",
        "SPARK_LOCAL_HOSTNAME": "localhost",
        "PYSPARK_SUBMIT_ARGS": "--master local[2] --conf spark.ui.enabled=false"
        " --conf spark.ui.showConsoleProgress=false pyspark-shell",
    }
    os.environ.update(ENVIRONMENT)
    unittest.main(testRunner=unittest.TextTestRunner(stream=sys.stdout, verbosity=2))
