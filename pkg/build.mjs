// Builds dist/ from src/ and from what wasm-bindgen left in src/generated/.
// Run by `cargo xtask pkg`, which makes the module first.
import { spawnSync } from "node:child_process";
import { copyFileSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
// The tools are those of tests/, so that this package needs no node_modules of its own.
const require = createRequire(here("../tests/package.json"));
const esbuild = require("esbuild");

const manifest = JSON.parse(readFileSync(here("package.json"), "utf8"));
const adapters = readdirSync(here("src/adapters"))
  .filter((name) => name.endsWith(".ts"))
  .map((name) => name.slice(0, -".ts".length));

wireTypes();
writeFileSync(
  here("src/generated/version.ts"),
  `/** The version of this package. */\nexport const version: string = ${JSON.stringify(manifest.version)};\n`,
);
mkdirSync(here("dist"), { recursive: true });
for (const name of readdirSync(here("dist"))) {
  if (!name.endsWith(".wasm")) rmSync(here(`dist/${name}`), { recursive: true });
}
await bundle();
types();

/** The declarations of the wire types alone, in an order that does not depend on the machine. */
function wireTypes() {
  const declared = readFileSync(here("src/generated/glue.d.ts"), "utf8");
  const parts = declared.matchAll(
    /^\/\*\*\n(?: \*.*\n)+?export (?:interface (\w+) \{[^]*?^\}|type (\w+) = .*;)$/gm,
  );
  const wire = [...parts].sort((a, b) => ((a[1] ?? a[2]) < (b[1] ?? b[2]) ? -1 : 1)).map((part) => `${part[0]}\n`);
  if (wire.length < 20) throw new Error(`only ${wire.length} wire types in glue.d.ts`);
  const head = "// Generated from the Rust types by `cargo xtask pkg`.\n\n";
  writeFileSync(here("src/generated/wire.ts"), head + wire.join("\n"));
}

async function bundle() {
  const common = {
    absWorkingDir: here("."),
    bundle: true,
    outdir: "dist",
    target: "es2022",
    charset: "utf8",
    legalComments: "none",
    external: ["vitest"],
  };
  // Adapters use the package by its name, so that every stack gets the build for its platform.
  const byName = {
    name: "by-name",
    setup: ({ onResolve }) =>
      onResolve({ filter: /\/api\.js$/ }, () => ({ path: "taxgrade", external: true })),
  };
  const inputs = (names) => Object.fromEntries(names.map(([out, path]) => [out, `src/${path}.ts`]));
  const adapterInputs = inputs(adapters.map((name) => [name, `adapters/${name}`]));
  const node = { ...common, platform: "node" };
  const esm = { format: "esm" };
  const cjs = { format: "cjs", outExtension: { ".js": ".cjs" } };
  const ownUrl = {
    define: { "import.meta.url": "importMetaUrl" },
    banner: { js: 'const importMetaUrl = require("node:url").pathToFileURL(__filename).href;' },
  };
  await Promise.all(
    [
      { ...node, ...esm, entryPoints: inputs([["node", "node"], ["cli", "cli/main"]]) },
      { ...node, ...cjs, ...ownUrl, entryPoints: inputs([["node", "node"]]) },
      { ...common, ...esm, platform: "browser", entryPoints: inputs([["web", "web"]]) },
      { ...node, ...esm, entryPoints: adapterInputs, plugins: [byName] },
      { ...node, ...cjs, entryPoints: adapterInputs, plugins: [byName] },
    ].map((options) => esbuild.build(options)),
  );
}

/** Declarations, once as ECMAScript modules and once as CommonJS. */
function types() {
  const tsc = require.resolve("typescript/package.json").replace("package.json", "bin/tsc");
  const done = spawnSync(process.execPath, [tsc, "-p", here("tsconfig.json")], { stdio: "inherit" });
  if (done.status !== 0) process.exit(1);
  for (const folder of ["dist/types", "dist/types/adapters", "dist/types/generated"]) {
    for (const name of readdirSync(here(folder))) {
      if (!name.endsWith(".d.ts")) continue;
      const text = readFileSync(here(`${folder}/${name}`), "utf8");
      const common = text.replace(/(from |import\()"(\.[^"]*)\.js"/g, '$1"$2.cjs"');
      writeFileSync(here(`${folder}/${name.replace(/\.ts$/, ".cts")}`), common);
    }
  }
  copyFileSync(here("src/wasm-module.d.ts"), here("dist/types/wasm.d.ts"));
}
