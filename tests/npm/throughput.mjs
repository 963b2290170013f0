// Answers a second of the built npm package on one core, over the same cases and runs as the native
// benchmark: an open key and a response go in, a JavaScript object comes out. Prints one JSON object.
import { readFileSync } from "node:fs";
import { cases, root } from "./consumer.mjs";

const { openKey } = await import(new URL("pkg/dist/node.js", `file://${root}`).href);
const seconds = Number(process.argv[2] ?? 3);
const pairs = cases()
  .filter(({ path }) => path.includes("ty24"))
  .flatMap(({ expected, responses }) => {
    const key = openKey({ expected });
    if (!key.ok) throw new Error(key.error.message);
    return responses.map((file) => [key, readFileSync(file, "utf8")]);
  });

function answersPerSecond() {
  let answers = 0;
  const start = performance.now();
  while (performance.now() - start < seconds * 1000) {
    for (const [key, response] of pairs) {
      if (!key.grade(response, { diagnose: false }).ok) throw new Error("a saved run can be graded");
    }
    answers += pairs.length;
  }
  return (answers * 1000) / (performance.now() - start);
}

// The first second goes into compiling.
answersPerSecond();
console.log(JSON.stringify({ answersPerSecond: answersPerSecond() }));
