// What can be taken away, and that a session comes back: from its archive, and from this browser when asked to.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import test from "node:test";
import { open, sample, serve, slowly } from "./lib.mjs";

async function download(page, click) {
  const waiting = page.waitForEvent("download");
  await click();
  const file = await waiting;
  return { name: file.suggestedFilename(), content: readFileSync(await file.path()) };
}

const menu = (page, name) => page.click(`.menu summary:has-text("${name}")`);

/** Forgets everything, and sees to it that nothing is there after a reload. */
async function forget(page) {
  await menu(page, "Session");
  await page.click("text=Forget everything");
  await page.waitForSelector(".welcome");
  await page.waitForFunction(async () => (await indexedDB.databases()).length === 0);
  await page.reload({ waitUntil: "commit" });
  await page.waitForSelector(".welcome");
}

test("evaluation and leaderboard as Markdown, JSON and CSV", async (t) => {
  const { page } = await sample(t);
  const get = async (group, form) => {
    await menu(page, "Export");
    return download(page, () => page.click(`.export[aria-label='${group}'] button:has-text('${form}')`));
  };
  const markdown = (await get("Evaluation", "Markdown")).content.toString();
  assert.match(markdown, /^Line 13: ✓ correct, expected: 63500\.0, actual: 63500\.0$/m);
  assert.match(markdown, /^Correct \(by line\): 50\.00%$/m);
  const json = await get("Evaluation", "JSON");
  const answer = JSON.parse(json.content);
  assert.equal(answer.correctByLine, 0.5);
  assert.match(json.name, /^ty25-ca-901.*\.json$/);
  const csv = (await get("Evaluation", "CSV")).content.toString();
  assert.match(csv, /^case,line,label,scored,expected,actual,difference,verdict,reading,matched_by,diagnosis,why\r\n/);
  assert.equal(csv.trim().split("\r\n").length, 19);
  assert.match(csv, /^ty25-ca-901,17,.*,wrong,.*,carried,"?Line 17 is \$63,500, expected \$62,300: .*line 14/m);
  assert.match(markdown, /^## Diagnosis$/m);
  assert.ok(answer.diagnosis.lines.some((line) => line.line === "17" && line.upstream.length > 0));
  assert.match((await get("Leaderboard", "Markdown")).content.toString(), /\| Model Name \| Thinking \|/);
  assert.match((await get("Leaderboard", "CSV")).content.toString(), /^Model Name,Thinking,Tools,Tests Run/);
  assert.equal(JSON.parse((await get("Leaderboard", "JSON")).content).rows.length, 6);
});

test("copying says so", async (t) => {
  const { page } = await sample(t, { context: { permissions: ["clipboard-read", "clipboard-write"] } });
  await menu(page, "Export");
  await page.click("button[aria-label='Copy Evaluation as CSV']");
  await page.waitForSelector(".notice:has-text('Copied')");
  assert.match(await page.evaluate(() => navigator.clipboard.readText()), /^case,line,label/);
  await page.locator(".grades tbody tr").first().click();
  await page.click(".detail .copy");
  await page.waitForSelector(".detail .copy:has-text('Copied')");
  assert.match(await page.evaluate(() => navigator.clipboard.readText()), /^\/CA-Return\//);
});

test("the whole session loads again, edits and all", async (t) => {
  const { page, server } = await sample(t);
  await page.click(".editor textarea");
  await page.keyboard.press("Control+Home");
  await page.keyboard.type("EDITED <b>here</b>\n");
  await page.waitForSelector("text=Undo my edits");
  const before = await page.textContent(".strip");
  await menu(page, "Export");
  const saved = await download(page, () => page.click("text=Whole session"));
  assert.equal(saved.name, "taxgrade-session.zip");
  const folder = await mkdtemp(join(tmpdir(), "taxgrade-"));
  t.after(() => rm(folder, { recursive: true }));
  const file = join(folder, saved.name);
  (await import("node:fs")).writeFileSync(file, saved.content);

  const { page: other } = await open(t, { address: server.address });
  await other.setInputFiles("#choose-files-main", file);
  await other.waitForSelector(".grades tbody tr");
  assert.equal(await other.textContent(".strip"), before);
  assert.match(await other.inputValue(".editor textarea"), /^EDITED <b>here<\/b>\n/);
  await other.click("text=Undo my edits");
  assert.doesNotMatch(await other.inputValue(".editor textarea"), /EDITED/);
  await other.waitForSelector(".documents .tab:nth-child(4)");
});

test("a session is kept only if asked to, and forgotten at once", async (t) => {
  const { page, server } = await sample(t);
  const stored = () =>
    page.evaluate(async () => [await indexedDB.databases(), Object.values({ ...localStorage }).join()]);
  const [databases, settings] = await stored();
  assert.deepEqual(databases, [], "nothing is kept by itself");
  assert.ok(settings.length < 40, "settings only");

  await menu(page, "Session");
  await page.click("text=Keep it in this browser");
  await page.waitForFunction(async () => (await indexedDB.databases()).length === 1);
  await page.waitForTimeout(1500);
  await page.goto(server.address, { waitUntil: "commit" });
  await page.waitForSelector(".grades tbody tr");
  assert.match(await page.textContent(".response .tab.open"), /medium/);
  const [, after] = await stored();
  assert.doesNotMatch(after, /Line|63,?500/, "no content among the settings");

  await forget(page);
});

test("an edit just before the page is left is kept", async (t) => {
  const { page } = await sample(t);
  await menu(page, "Session");
  await page.click("text=Keep it in this browser");
  await page.waitForTimeout(1500);
  const type = async (text) => {
    await page.click(".editor textarea");
    await page.keyboard.press("Control+Home");
    await page.keyboard.type(text);
  };
  await type("AT ONCE ");
  await page.reload({ waitUntil: "commit" });
  await page.waitForSelector(".grades tbody tr");
  assert.match(await page.inputValue(".editor textarea"), /^AT ONCE /);
  // And what is packed later counts again.
  await type("LATER ");
  await page.waitForTimeout(1500);
  await page.reload({ waitUntil: "commit" });
  await page.waitForSelector(".grades tbody tr");
  assert.match(await page.inputValue(".editor textarea"), /^LATER AT ONCE /);
  // Forgetting takes it away, too.
  await type("GONE ");
  await forget(page);
  assert.deepEqual(await page.evaluate(() => indexedDB.databases()), []);
});

test("what was being packed when everything was forgotten is not kept", async (t) => {
  const server = await serve(t, { change: slowly("zip-worker.js", 2_500) });
  const { page } = await sample(t, { server });
  await menu(page, "Session");
  const packing = page.waitForEvent("worker", (worker) => worker.url().endsWith("/zip-worker.js"));
  await page.click("text=Keep it in this browser");
  await packing;
  await menu(page, "Session");
  await page.click("text=Forget everything");
  await page.waitForSelector(".welcome");
  await page.waitForTimeout(3_500);
  assert.deepEqual(await page.evaluate(() => indexedDB.databases()), []);
});

test("printing gives the report alone", async (t) => {
  const { page } = await sample(t);
  await page.emulateMedia({ media: "print" });
  for (const hidden of [".documents", ".response", ".switch", ".menu", ".detail"])
    assert.equal(await page.locator(`${hidden}:visible`).count(), 0, hidden);
  assert.equal(await page.locator(".grades .why:visible").count(), 9, "why each line is wrong");
  assert.ok(await page.isVisible(".roots li"), "the diagnosis, also when it is folded");
  assert.ok(await page.isVisible(".grades"));
  assert.ok(await page.isVisible(".strip"));
  const { mkdirSync } = await import("node:fs");
  const { root } = await import("./lib.mjs");
  mkdirSync(join(root, "target/browser"), { recursive: true });
  const pdf = await page.pdf({ path: join(root, "target/browser/report.pdf"), format: "Letter" });
  assert.ok(pdf.length > 5_000);
});

test("the address holds the view and never content", async (t) => {
  const { page, server } = await sample(t);
  await page.click("nav >> text=Leaderboard");
  assert.equal(page.url(), `${server.address}#leaderboard`);
  await page.click("nav >> text=Case");
  await page.locator(".grades tbody tr").first().click();
  assert.equal(page.url(), `${server.address}#case`);
});
