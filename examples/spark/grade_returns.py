"""Grades a partitioned data set of responses with the taxgrade command under Spark's `pipe`.

    spark-submit --master 'local[2]' grade_returns.py --requests requests --data-dir ../../test_data \
        --taxgrade ../../target/release/taxgrade --output graded

Writes `graded/returns`, a Parquet data set of one row a response with its scored lines, and
`graded/leaderboard`, one JSON row a configuration.
"""

import argparse
import json
import shlex

from pyspark.sql import SparkSession
from pyspark.sql import functions as F
from pyspark.sql import types as T

DOLLARS = T.DecimalType(18, 2)

ID = T.StructType(
    [
        T.StructField("tax_year", T.StringType()),
        T.StructField("provider", T.StringType()),
        T.StructField("model", T.StringType()),
        T.StructField("thinking", T.StringType()),
        T.StructField("tools", T.StringType()),
        T.StructField("run", T.IntegerType()),
    ]
)

LINE = T.StructType(
    [
        T.StructField("line", T.StringType()),
        T.StructField("label", T.StringType()),
        T.StructField("scored", T.BooleanType()),
        T.StructField("expected", DOLLARS),
        T.StructField("actual", DOLLARS),
        T.StructField("difference", DOLLARS),
        T.StructField("verdict", T.StringType()),
        T.StructField("reading", T.StringType()),
    ]
)

# The part of an answer that is kept. It is written down, so that no pass over the data has to find
# it and a data set without failures has the same columns as one with them.
ANSWER = T.StructType(
    [
        T.StructField("id", ID),
        T.StructField("ok", T.BooleanType()),
        T.StructField("case", T.StringType()),
        T.StructField("jurisdiction", T.StringType()),
        T.StructField("strictCorrect", T.BooleanType()),
        T.StructField("lenientCorrect", T.BooleanType()),
        T.StructField("lines", T.ArrayType(LINE)),
        T.StructField(
            "error",
            T.StructType([T.StructField("code", T.StringType()), T.StructField("message", T.StringType())]),
        ),
    ]
)

CONFIGURATION = ["tax_year", "provider", "model", "thinking", "tools"]


def filter_command(taxgrade, data_dir, diagnose):
    """The command that each partition is piped through.

    Its exit code 1 says that some request could not be graded, which its answer says as well; any
    other failure, such as being killed, must fail the task, so that Spark runs it again. One thread a
    task: Spark already runs a task on every core.
    """
    words = [taxgrade, "grade", "--jsonl", "--data-dir", data_dir]
    if not diagnose:
        words.append("--no-diagnosis")
    script = f"RAYON_NUM_THREADS=1 {shlex.join(words)} || {{ code=$?; [ $code -eq 1 ] || exit $code; }}"
    return shlex.join(["sh", "-c", script])


def graded(spark, arguments):
    """One row a response: what made it, whether it could be graded, its scored lines and how many of
    them are right. Counts are whole numbers, so that sums over parts of the data are exact."""
    requests = spark.sparkContext.textFile(arguments.requests)
    command = filter_command(arguments.taxgrade, arguments.data_dir, arguments.diagnose)
    answers = requests.pipe(command, checkCode=True)
    texts = spark.createDataFrame(answers.map(lambda answer: (answer,)), "text string")
    answer = F.from_json("text", ANSWER, {"mode": "FAILFAST"}).alias("answer")
    table = texts.select(answer).select("answer.*").select("id.*", "*").drop("id")
    table = table.withColumn("lines", F.filter("lines", lambda line: line.scored))
    exact = F.filter("lines", lambda line: line.verdict == "exact")
    within = F.filter("lines", lambda line: line.verdict.isin("exact", "within"))
    return table.withColumns(
        {"scoredLines": F.size("lines"), "exactLines": F.size(exact), "lenientLines": F.size(within)}
    )


def leaderboard(returns):
    """The mean over cases of the mean over a case's runs (pass@1), for each configuration."""
    of_ones = lambda name: F.sum(F.col(name).cast("long"))
    by_case = returns.where("ok").groupBy(*CONFIGURATION, "case").agg(
        F.count(F.lit(1)).alias("runs"),
        of_ones("strictCorrect").alias("strict"),
        of_ones("lenientCorrect").alias("lenient"),
        of_ones("exactLines").alias("exactLines"),
        of_ones("lenientLines").alias("lenientLines"),
        of_ones("scoredLines").alias("scoredLines"),
    )
    return (
        by_case.groupBy(*CONFIGURATION)
        .agg(
            F.count(F.lit(1)).alias("tests"),
            F.sum("runs").alias("runs"),
            F.avg(F.col("strict") / F.col("runs")).alias("strict"),
            F.avg(F.col("lenient") / F.col("runs")).alias("lenient"),
            F.avg(F.col("exactLines") / F.col("scoredLines")).alias("byLine"),
            F.avg(F.col("lenientLines") / F.col("scoredLines")).alias("lenientByLine"),
        )
        .orderBy(*CONFIGURATION)
    )


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--requests", required=True, help="folder of .jsonl or .jsonl.gz files")
    parser.add_argument("--output", required=True, help="folder to be made")
    parser.add_argument("--data-dir", required=True, help="where every executor finds the cases")
    parser.add_argument("--taxgrade", default="taxgrade", help="the command on every executor")
    parser.add_argument("--diagnose", action="store_true", help="also work out why lines are wrong")
    arguments = parser.parse_args()
    spark = SparkSession.builder.appName("grade returns").getOrCreate()
    folder = f"{arguments.output}/returns"
    graded(spark, arguments).write.parquet(folder)
    returns = spark.read.parquet(folder)
    leaderboard(returns).coalesce(1).write.json(f"{arguments.output}/leaderboard")
    counts = {"requests": returns.count(), "notGraded": returns.where("not ok").count()}
    print(json.dumps(counts))
    spark.stop()


if __name__ == "__main__":
    main()
