// What the tests share: the packed package, installed into fresh folders.
import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";

export const root = fileURLToPath(new URL("../..", import.meta.url));
const here = fileURLToPath(new URL(".", import.meta.url));

/**
 * A fresh folder with the packed package installed in it. It lies below this one, so that what the
 * tests use besides is found in node_modules further up, as in a workspace.
 */
export function consumer(name, files = {}, manifest = {}) {
  const folder = join(here, "consumers", name);
  rmSync(folder, { recursive: true, force: true });
  write(folder, {
    "package.json": JSON.stringify({ name, private: true, type: "module", ...manifest }),
    ...files,
  });
  const tarball = process.env.TAXGRADE_TARBALL ?? pack();
  execFileSync(
    "npm",
    ["install", "--offline", "--no-audit", "--no-fund", "--no-package-lock", "--legacy-peer-deps", tarball],
    { cwd: folder, stdio: ["ignore", "ignore", "inherit"] },
  );
  return folder;
}

/** Writes files below a folder. */
export function write(folder, files) {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
}

let packed;

/** Packs the package once per process. */
export function pack() {
  if (packed) return packed;
  const folder = join(here, "consumers", `pack-${process.pid}`);
  mkdirSync(folder, { recursive: true });
  process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
  const answer = execFileSync("npm", ["pack", "--json", "--pack-destination", folder], {
    cwd: join(root, "pkg"),
    encoding: "utf8",
  });
  packed = join(folder, JSON.parse(answer)[0].filename);
  return packed;
}

/** A program of this folder's node_modules. */
export function tool(path) {
  return join(here, "node_modules", path);
}

/** Runs Node in a folder; gives what it printed, or throws with all of it. */
export function node(folder, args, { input, env, fails = false } = {}) {
  const done = spawnSync(process.execPath, args, {
    cwd: folder,
    input: input ?? "",
    encoding: "utf8",
    env: { ...process.env, NO_COLOR: "1", NODE_OPTIONS: "", ...env },
    maxBuffer: 2 ** 30,
  });
  if (done.status !== 0 && !fails) {
    throw new Error(`node ${args.join(" ")} ended with ${done.status}\n${done.stdout}\n${done.stderr}`);
  }
  return done;
}

const data = join(root, "test_data");

/** The cases of test_data: name, expected XML and its path, and the saved responses. */
export function cases() {
  const found = [];
  for (const year of ["ty24", "ty25"]) {
    for (const name of readdirSync(join(data, year, "test_data")).sort()) {
      const path = join(data, year, "test_data", name, "output.xml");
      if (!existsSync(path)) continue;
      const results = join(data, year, "results", name);
      const responses = existsSync(results)
        ? readdirSync(results, { recursive: true })
            .map((file) => join(results, file))
            .filter((file) => file.endsWith(".md") && statSync(file).isFile())
            .sort()
        : [];
      found.push({ name, path, expected: readFileSync(path, "utf8"), responses });
    }
  }
  return found;
}

/** One case with a response that has wrong lines, and one that has none. */
export function sample() {
  const one = cases().find(({ name }) => name === "hoh-multiple-w2-unemployment");
  const named = (word) => one.responses.find((file) => file.includes(word));
  const path = named("lobotomized");
  return {
    ...one,
    response: readFileSync(path, "utf8"),
    responsePath: relative(root, path),
    right: readFileSync(named("medium"), "utf8"),
  };
}
