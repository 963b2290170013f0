// Reports and comparisons from the page: the bytes that the command line writes over the same folder, in a page of
// their own and as files.
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import test from "node:test";
import { axe, command, data, graded, open, serve, shot } from "./lib.mjs";

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

test("the leaderboard that is exported says how many answers were not whole", async (t) => {
  const { page } = await board(t);
  const get = async (form) => {
    await page.click('.menu summary:has-text("Export")');
    return download(page, () => page.click(`.export[aria-label='Leaderboard'] button:has-text('${form}')`));
  };
  const markdown = await get("Markdown");
  assert.match(markdown, /^\| Model Name .*\| Generation Failures \|$/m);
  assert.match(markdown, /^\| hostile \| high \|.*\| 2 \(1 refused, 1 call-failed\) \|$/m);
  const rows = (await get("CSV")).trim().split(/\r?\n/);
  assert.match(rows[0], /^Model Name,.*,Generation Failures$/);
  assert.match(rows.find((row) => row.startsWith("hostile,")), /,"2 \(1 refused, 1 call-failed\)"$/);
  const hostile = JSON.parse(await get("JSON")).rows.find((row) => row.model === "hostile");
  assert.deepEqual([hostile.runs, hostile.totalTests], [1, 22]);
  assert.deepEqual(hostile.generationFailures.kinds, { refused: 1, "call-failed": 1 });
});

test("the matrix tells answers that are not whole from wrong ones", async (t) => {
  const { page } = await board(t);
  await page.click(".board >> text=Matrix");
  const refused = page.locator(".matrix [aria-label^='single-w2-interest, hostile high #1']");
  assert.match(await refused.getAttribute("aria-label"), /lines right.*; refused, no whole answer, graded as it stands$/);
  const letters = (cells) => cells.evaluateAll((all) => all.map((one) => getComputedStyle(one, "::before").content));
  assert.deepEqual(await letters(refused), ['"R "']);
  assert.match(await refused.innerText(), /^\d+$/);
  const failed = page.locator(".matrix [aria-label^='single-w2-interest, hostile high #2']");
  assert.match(await failed.getAttribute("aria-label"), /the call failed, there is nothing to grade$/);
  assert.deepEqual(await letters(failed), ['"! "']);
  const failures = await letters(page.locator(".matrix tbody .failure"));
  assert.deepEqual(failures.sort(), ['"! "', '"E "', '"E "', '"R "'], "wrong answers are not among them");
  assert.deepEqual(await letters(page.locator(".legend .failure")), ['"R "', '"T "', '"B "', '"E "', '"U "', '"! "']);
  assert.match(await page.locator(".legend").last().innerText(), /refused\s+truncated\s+blocked\s+empty\s+unfinished\s+the call failed/);
  assert.deepEqual(await axe(page), []);
  await refused.scrollIntoViewIfNeeded();
  await shot(page, "matrix-failures");
  await refused.click();
  await page.waitForSelector(".grades tbody tr");
  assert.match(await page.textContent(".response .tab.open"), /hostile high #1/);
});

/** Opens the comparison and compares two sides, given by their words; what stands there then. */
async function compare(page, first, second) {
  if (await page.locator(".versus").count() === 0) {
    await page.click("nav >> text=Leaderboard");
    await page.click(".board >> text=Comparison");
  }
  await page.getByLabel("First", { exact: true }).selectOption({ label: first });
  await page.getByLabel("Second", { exact: true }).selectOption({ label: second });
  await page.click(".versus button:has-text('Compare')");
  await page.waitForSelector(".versus :is(.verdict, .problem)");
  return page.innerText(".versus .result");
}

/** The saved forms of the comparison in view are what the command prints. */
async function forms(page, args, cwd) {
  for (const [name, format] of [["Markdown", "markdown"], ["JSON", "json"], ["CSV", "csv"]]) {
    const saved = await download(page, () => page.click(`.versus button[aria-label$='as ${name}']`));
    assert.equal(saved, command([...args, "--format", format], cwd), format);
  }
}

const cells = (row) => row.locator("> *").allInnerTexts().then((all) => all.map((one) => one.replace(/\s+/g, " ").trim()));

test("two models are compared as the command line compares them", async (t) => {
  const { page, folder } = await board(t);
  assert.match(await compare(page, "anthropic/sample-opus", "openai/sample-gpt"), /^Nothing to compare: no case has runs of both/);
  for (const pair of [
    ["anthropic/sample-opus", "gemini/sample-pro"],
    ["anthropic/sample-opus/high", "gemini/sample-pro/ultrathink"],
  ]) {
    const said = await compare(page, ...pair);
    const words = command(["compare", ...pair, "--data-dir", folder]);
    assert.ok(said.includes(/^Verdict: .*$/m.exec(words)[0]), said);
    await forms(page, ["compare", ...pair, "--data-dir", folder]);
    // The same returns and lines in the same order, regressions first.
    const changes = JSON.parse(command(["compare", ...pair, "--data-dir", folder, "--format", "json"])).changes;
    await page.click(".versus .switch >> text=All returns");
    const shown = await page.$$eval(".changes tbody", (all) =>
      all.map((one) => [...one.rows].map((row) => `${row.cells[0].firstChild.textContent} ${row.querySelector(".change").className}`)));
    const expected = changes.map((one) => [
      `${one.case} change ${one.change}`,
      ...one.lines.map((line) => `${line.line} change ${line.change}`),
    ]);
    assert.deepEqual(shown, expected);
    await page.click(".versus .switch >> text=Regressions");
    assert.equal(await page.locator(".changes tbody tr:not(.return) .change:not(.broken)").count(), 0);
    await page.click(".versus .switch >> text=All changes");
  }
  assert.match(await page.innerText(".versus .verdict"), /(not distinguishable|better|worse) on these \d+ cases/);
  assert.deepEqual(await axe(page), []);
  await shot(page, "comparison");

  // A row leads to the run that states the line, and the comparison is still there afterwards.
  const row = page.locator(".changes tbody tr:not(.return)").first();
  const line = (await cells(row))[0];
  const name = await page.locator(".changes .return th").first().evaluate((one) => one.firstChild.textContent);
  await row.locator("button.link").nth(1).click();
  await page.waitForSelector(".grades tbody tr.chosen");
  assert.match(page.url(), /#case$/);
  assert.match(await page.textContent(".response .tab.open"), /sample-pro ultrathink/);
  assert.equal(await page.locator(".grades tbody tr.chosen .line").innerText().then((text) => text.trim()), line);
  assert.match(await page.locator("select.case option:checked").innerText(), new RegExp(name));
  await page.click("nav >> text=Leaderboard");
  await page.click(".board >> text=Comparison");
  assert.equal(await page.locator(".versus .verdict").count(), 1);
});

/** Two weeks: the later one has a line mended and another broken; `results` of it stand alone. */
function weeks(t) {
  const parent = mkdtempSync(join(tmpdir(), "taxgrade-weeks-"));
  t.after(() => rmSync(parent, { recursive: true }));
  for (const week of ["last week", "this week"]) cpSync(join(data, "ty25"), join(parent, week, "ty25"), { recursive: true });
  const run = "ty25/results/ty25-ca-901/anthropic/sample-opus/model_completed_return_high_2.md";
  const later = join(parent, "this week", run);
  writeFileSync(later, readFileSync(later, "utf8").replace(/^(Line 13:.*\| )[^|]*$/m, "$11"));
  cpSync(join(parent, "this week/ty25/results"), join(parent, "alone"), { recursive: true });
  return parent;
}

test("a second folder of results is compared with the first, as the command line does", async (t) => {
  const parent = weeks(t);
  const { address } = await serve(t);
  const { page } = await open(t, { address });
  await page.setInputFiles("#choose-folder-main", join(parent, "last week"));
  await graded(page);
  const [runs, figures] = [await page.textContent(".board .count"), await page.innerText(".board-table")];
  await page.click(".board >> text=Comparison");
  await shot(page, "comparison-empty");
  const add = async (name) => {
    await page.setInputFiles("#choose-other-folder", join(parent, name));
    await page.waitForSelector(`.others li:has-text("${name}")`);
  };
  await add("this week");
  assert.match(await page.innerText(".others li"), /this week 40 runs of 6 cases/);
  assert.equal(await page.textContent(".board .count"), runs, "it joins no table");
  assert.equal(await page.getByLabel("First", { exact: true }).inputValue(), "set 0 last week");
  const said = await compare(page, "last week (open here)", "this week");
  assert.match(said.replace(/\s+/g, " "), /Returns \d 0 \d+ Lines 1 0 \d+/);
  await forms(page, ["compare", "last week", "this week"], parent);
  const row = page.locator(".changes tbody tr:not(.return)").first();
  assert.match((await cells(row)).join(" | "), /^13 \| .* \| ✗ broken \| .* \| right 2\/2 \| 1 1\/2 \|/);
  await page.click(".notice button[aria-label='Dismiss']");
  await shot(page, "comparison-weeks");
  // The run of the other set opens beside those of the case.
  await row.locator("button.link").nth(1).click();
  await page.waitForSelector(".grades tbody tr.chosen");
  assert.match(await page.textContent(".response .tab.open"), /this week: sample-opus high #2/);
  await page.click("nav >> text=Leaderboard");
  assert.equal(await page.innerText(".board-table"), figures, "it counts in no table");
  await page.click(".board >> text=Comparison");

  // Results without cases are of the open cases.
  await add("alone");
  await compare(page, "last week (open here)", "alone");
  await forms(page, ["compare", "last week", "alone", "--data-dir", "last week"], parent);
  await compare(page, "this week", "alone");
  assert.match(await page.innerText(".versus"), /No line changed/);
  await page.click(".others button[aria-label='Close alone']");
  assert.equal(await page.locator(".others li").count(), 1);
  await page.setInputFiles("#choose-other-folder", join(parent, "this week/ty25/test_data"));
  await page.waitForSelector(".notice.bad:has-text('no saved runs')");
  await page.setViewportSize({ width: 360, height: 780 });
  await compare(page, "last week (open here)", "this week");
  assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), "no sideways scrolling");
  await shot(page, "comparison-phone");
});

test("calls of two days are compared", async (t) => {
  const parent = mkdtempSync(join(tmpdir(), "taxgrade-days-"));
  t.after(() => rmSync(parent, { recursive: true }));
  cpSync(join(data, "ty25"), join(parent, "days/ty25"), { recursive: true });
  const model = join(parent, "days/ty25/results/ty25-ca-901/anthropic/sample-opus");
  for (const [run, day] of [[1, "2026-03-30"], [2, "2026-03-31"]]) {
    const answer = readFileSync(join(model, `model_completed_return_high_${run}.md`));
    const answerSha256 = createHash("sha256").update(answer).digest("hex");
    const startedUnixMs = Date.parse(`${day}T23:00:00Z`);
    writeFileSync(join(model, `run_high_${run}.json`), JSON.stringify({ answerSha256, startedUnixMs, stop: "end" }));
  }
  const { address } = await serve(t);
  const { page } = await open(t, { address });
  await page.setInputFiles("#choose-folder-main", join(parent, "days"));
  await graded(page);
  await compare(page, "2026-03-30", "2026-03-31");
  await forms(page, ["compare", "2026-03-30", "2026-03-31", "--data-dir", "days"], parent);
});
