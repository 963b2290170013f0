// Reports and comparisons from the page: the bytes that the command line writes over the same folder, in a page of
// their own and as files.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import test from "node:test";
import { axe, data, graded, open, root, serve, shot } from "./lib.mjs";

const HOSTILE = `Line 1a: <img src=x onerror="document.title='taken'"><script>document.title='taken'</script> | | 1`;

/** The bundled runs; with them a refusal that has notes, and a call without an answer. */
function folder(t) {
  const folder = mkdtempSync(join(tmpdir(), "taxgrade-page-report-"));
  t.after(() => rmSync(folder, { recursive: true }));
  for (const year of ["ty24", "ty25"]) cpSync(join(data, year), join(folder, year), { recursive: true });
  const model = join(folder, "ty24/results/single-w2-interest/openai/hostile");
  mkdirSync(model, { recursive: true });
  writeFileSync(join(model, "model_completed_return_high_1.md"), HOSTILE);
  const notes = {
    usage: { inputTokens: 1200, outputTokens: 34, thinkingTokens: 0, cachedTokens: 0 },
    cost: "0.025000",
    stop: "refusal",
    answerSha256: createHash("sha256").update(HOSTILE).digest("hex"),
    startedUnixMs: 1_700_000_000_000,
  };
  writeFileSync(join(model, "run_high_1.json"), JSON.stringify(notes));
  writeFileSync(join(model, "run_high_2.json"), JSON.stringify({ failure: { kind: "overloaded" } }));
  return folder;
}

const command = (args) =>
  execFileSync("cargo", ["run", "--quiet", "-p", "taxgrade-cli", "--", ...args], {
    cwd: root,
    encoding: "utf8",
    maxBuffer: 1 << 28,
    stdio: ["ignore", "pipe", "inherit"],
  });

/** The page with the folder, every run graded, on its leaderboard. */
async function board(t) {
  const files = folder(t);
  const { address, asked } = await serve(t);
  const opened = await open(t, { address });
  await opened.page.setInputFiles("#choose-folder-main", files);
  await graded(opened.page);
  return { ...opened, folder: files, asked };
}

async function download(page, click) {
  const waiting = page.waitForEvent("download");
  await click();
  const file = await waiting;
  return readFileSync(await file.path(), "utf8");
}

test("a report is the command line's, byte for byte, and opens in a page of its own", async (t) => {
  const { page, context, folder, asked } = await board(t);
  assert.ok(!asked.some((path) => path.startsWith("/report/")), "nobody wanted a report yet");
  const button = (name) => page.locator(".export[aria-label='Report'] button", { hasText: name });
  const menu = () => page.click('.menu summary:has-text("Export")');
  const save = async (name) => {
    await menu();
    return download(page, () => button(name).click());
  };
  for (const [name, format] of [["HTML", "html"], ["Markdown", "markdown"], ["JSON", "json"], ["CSV", "csv"], ["JUnit", "junit"]]) {
    const [saved, printed] = [await save(name), command(["report", folder, "--format", format])];
    assert.ok(saved === printed, `${format}: ${saved.length} bytes of the page's, ${printed.length} of the command's`);
  }
  await menu();
  const [report] = await Promise.all([context.waitForEvent("page"), button("Open").click()]);
  await report.waitForSelector("footer");
  assert.match(report.url(), /^blob:/);
  assert.equal(await report.evaluate(() => document.documentElement.outerHTML.includes("refused")), true);
  assert.equal(await report.evaluate(() => getComputedStyle(document.querySelector("svg .b")).fill !== "rgb(0, 0, 0)"), true);
  assert.equal(await report.locator("img, script").count(), 0);
  assert.equal(await report.title(), "Graded tax returns");
  assert.equal(await report.evaluate(() => window.opener), null);
  await shot(report, "page-report");
});

test("the leaderboard counts what was no whole answer", async (t) => {
  const { page } = await board(t);
  const row = page.locator(".board-table tbody tr", { hasText: "hostile" });
  assert.match((await row.locator("td").last().innerText()).replace(/\s+/g, " "), /^2 ?1 refused, 1 call-failed$/);
  const other = page.locator(".board-table tbody tr", { hasText: "sample-opus" }).first();
  assert.equal((await other.locator("td").last().innerText()).trim(), "0");
  await page.click(".sort:has-text('Generation failures')");
  assert.match(await page.locator(".board-table tbody tr").first().innerText(), /hostile/);
  await shot(page, "leaderboard-failures");
});

test("two models are compared as the command line compares them", async (t) => {
  const { page, folder } = await board(t);
  const compare = async (first, second) => {
    await page.getByLabel("First model").selectOption(first);
    await page.getByLabel("Second model").selectOption(second);
    await page.click(".versus button:has-text('Compare')");
    await page.waitForSelector(".versus :is(.compared, .problem)");
    return page.textContent(".versus :is(.compared, .problem)");
  };
  assert.match(await compare("anthropic/sample-opus", "openai/sample-gpt"), /^Nothing to compare: no case has runs of both/);
  for (const pair of [
    ["anthropic/sample-opus", "gemini/sample-pro"],
    ["anthropic/sample-opus/high", "gemini/sample-pro/ultrathink"],
  ]) {
    const words = await compare(...pair);
    assert.equal(words, command(["compare", ...pair, "--data-dir", folder]));
    for (const [name, format] of [["Markdown", "markdown"], ["JSON", "json"], ["CSV", "csv"]]) {
      const saved = await download(page, () => page.click(`.versus button[aria-label$='as ${name}']`));
      assert.equal(saved, command(["compare", ...pair, "--data-dir", folder, "--format", format]));
    }
  }
  assert.match(await page.textContent(".compared"), /(not distinguishable|better|worse) on these \d+ cases/);
  assert.deepEqual(await axe(page), []);
  await page.locator(".versus").scrollIntoViewIfNeeded();
  await shot(page, "comparison");
});
