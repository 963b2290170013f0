// The built package, as `require` gives it to Node: it loads and answers.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import test from "node:test";

const require = createRequire(import.meta.url);

test("the Node build answers with the workspace's version", () => {
  const taxgrade = require("../pkg/dist/node/taxgrade_wasm.js");
  assert.equal(taxgrade.version(), workspaceVersion());
});

test("the Node build grades, and answers a useless request", () => {
  const { grade_json } = require("../pkg/dist/node/taxgrade_wasm.js");
  const expected =
    "<Return><ReturnHeader><TaxYr>2024</TaxYr></ReturnHeader><ReturnData><IRS1040>" +
    "<WagesAmt>47900</WagesAmt></IRS1040></ReturnData></Return>";
  const right = JSON.parse(grade_json(JSON.stringify({ expected, response: "Line 1a: Wages | | $47,900" })));
  assert.equal(right.ok, true);
  assert.equal(right.strictCorrect, true);
  const wrong = JSON.parse(grade_json(JSON.stringify({ expected, response: "Line 1a: Wages | | $47,901" })));
  assert.equal(wrong.strictCorrect, false);
  assert.equal(wrong.lenientCorrect, true);
  assert.equal(JSON.parse(grade_json("{")).ok, false);
});

test("the web build answers when it is given the module's bytes", async () => {
  const taxgrade = await import("../pkg/dist/web/taxgrade_wasm.js");
  const bytes = readFileSync(new URL("../pkg/dist/web/taxgrade_wasm_bg.wasm", import.meta.url));
  taxgrade.initSync({ module: bytes });
  assert.equal(taxgrade.version(), workspaceVersion());
});

function workspaceVersion() {
  const manifest = readFileSync(new URL("../Cargo.toml", import.meta.url), "utf8");
  return /\[workspace\.package\]\s+version = "([^"]+)"/.exec(manifest)[1];
}
