// Every way in: dropped files, chosen files, folders, archives; and what is said about each file.
import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import test from "node:test";
import { command, data, dist, drop, graded, open, packed, read, rows, sample, serve, shot, slowly, text } from "./lib.mjs";

const CA = "ty25/test_data/ty25-ca-901";
const RUN = "ty25/results/ty25-ca-901/openai/sample-gpt/model_completed_return_medium_1.md";

async function empty(t) {
  const { address } = await serve(t);
  return open(t, { address });
}

async function answers(page) {
  if ((await page.locator(".files").count()) === 0) await page.click("button[aria-label='Files']");
  return Object.fromEntries(
    await page.$$eval(".files tbody tr", (all) => all.map((row) => [row.cells[0].innerText, row.cells[1].innerText])),
  );
}

test("dropped files make a case, and each gets an answer", async (t) => {
  const { page } = await empty(t);
  await drop(page, [
    ["output.xml", read(`${CA}/output.xml`)],
    ["w2_1.pdf", read(`${CA}/input/w2_1.pdf`)],
    ["remaining_data.json", read(`${CA}/input/remaining_data.json`)],
    ["answer.md", "Form 540\nLine 13: Federal AGI | | 63,500\n"],
    ["not really.pdf", "<html>"],
    ["letter.docx", "x"],
  ]);
  await page.waitForSelector(".grades tbody tr");
  const said = await answers(page);
  assert.match(said["output.xml"], /expected return, CA 2025/);
  assert.match(said["w2_1.pdf"], /document \(PDF\)/);
  assert.match(said["remaining_data.json"], /document \(data\)/);
  assert.match(said["answer.md"], /response/);
  assert.match(said["not really.pdf"], /not taken.*holds no PDF.*save it as PDF again/s);
  assert.match(said["letter.docx"], /not taken.*use \.pdf/s);
  assert.match((await rows(page))["13"].verdict, /exact/);
});

test("what is missing is said with what to do, and can be added later", async (t) => {
  const { page } = await empty(t);
  await drop(page, [["answer.md", "Line 13: Federal AGI | | 63,500"]]);
  await page.waitForSelector(".grading .blank");
  assert.match(await page.textContent(".grading .blank"), /expected return is missing.*output\.xml/s);
  await drop(page, [["output.xml", "<Return><ReturnData>"]]);
  await page.waitForSelector(".grading .blank[role=alert]");
  assert.match(await page.textContent(".grading .blank"), /cannot be used.*To mend it/s);
  await drop(page, [["output.xml", read(`${CA}/output.xml`)]]);
  await page.waitForSelector(".grades tbody tr");
});

test("chosen files of every kind of response", async (t) => {
  const { page } = await empty(t);
  await page.setInputFiles("#choose-files-main", [
    join(data, "ty24/test_data/single-w2-interest/output.xml"),
    join(data, "ty24/test_data/single-w2-interest/input.json"),
  ]);
  await page.waitForSelector(".data .leaf");
  const xml = text("ty24/test_data/single-w2-interest/output.xml");
  const wages = /<WagesAmt[^>]*>(\d+)</.exec(xml)[1];
  await drop(page, [
    ["a.txt", `Line 1a: Wages | | ${wages}`],
    ["b.json", JSON.stringify({ lines: [{ line: "1a", amount: Number(wages) }] })],
    ["response.xml", xml],
  ]);
  await page.waitForSelector(".response .tab:nth-child(3)");
  for (const tab of ["a.txt", "b.json", "response.xml"]) {
    await page.click(`.response .tab:has-text('${tab}')`);
    await page.waitForFunction((tab) => document.querySelector(".response .tab.open")?.textContent.includes(tab) && document.querySelector(".response .tab.open .score"), tab);
    assert.match((await rows(page))["1a"].verdict, /exact/, tab);
  }
  assert.match(await page.textContent(".response .tab.open .score"), /19\/19/);
});

test("a folder of one case", async (t) => {
  const { page } = await empty(t);
  // The keys of the views do nothing before there is a case.
  for (const key of ["c", "l"]) await page.keyboard.press(key);
  await page.setInputFiles("#choose-folder-main", join(data, CA));
  await page.waitForSelector(".documents .tab:nth-child(4)");
  assert.match(await page.textContent("select.case"), /ty25-ca-901/);
  await page.waitForSelector(".grading .blank:has-text('no response yet')");
});

test("a whole benchmark folder becomes a leaderboard, with progress", async (t) => {
  const { page } = await empty(t);
  await page.setInputFiles("#choose-folder-main", data);
  await graded(page);
  assert.match(await page.textContent(".board .count"), /^138 runs, 22 cases/);
  assert.equal(await page.locator(".board-table tbody tr").count(), 8);
});

test("an archive", async (t) => {
  const { page } = await empty(t);
  await page.setInputFiles("#choose-files-main", join(dist, "sample.zip"));
  await page.waitForSelector(".board-table, .grades tbody tr");
});

test("every archive that cannot be opened is named, with what to do", async (t) => {
  const { page } = await empty(t);
  const inner = await packed(page, [["answer.md", "Line 1a: | | 1"]]);
  const outer = await packed(page, [["case/output.xml", read(`${CA}/output.xml`)], ["case/runs.zip", inner]]);
  await drop(page, [["a.zip", "PK no"], ["b.zip", ""], ["outer.zip", outer]]);
  await page.waitForSelector(".files table");
  const list = await page.innerText(".files");
  for (const name of ["a.zip", "b.zip"]) assert.match(list, new RegExp(`${name}\\s+not taken: it cannot be read.*ordinary \\.zip`), name);
  assert.match(list, /case\/runs\.zip\s+not taken: an archive inside an archive is not opened.*unpack it/);
  assert.match(list, /1 taken, 0 not used, 3 not taken/);
});

test("what is refused is answered on the first page too", async (t) => {
  const { page } = await empty(t);
  await drop(page, [["notes.docx", "x"], ["w2.pdf", "<html>"]]);
  await page.waitForSelector(".files:visible");
  assert.ok(await page.isVisible(".welcome"));
  assert.match(await page.innerText(".files"), /notes\.docx\s+not taken.*w2\.pdf\s+not taken: it is named \.pdf but holds no PDF/s);
});

test("what to do with a refused file can be read on a phone without moving sideways", async (t) => {
  const { address } = await serve(t);
  const { page } = await open(t, { address, context: { viewport: { width: 360, height: 740 } } });
  await drop(page, [["notes.docx", "x"]]);
  await page.waitForSelector(".files:visible");
  const [inner, outer] = await page.$eval(".files .scroll", (one) => [one.scrollWidth, one.clientWidth]);
  assert.ok(inner <= outer, `${inner} > ${outer}`);
});

test("unpacking can be stopped", async (t) => {
  const server = await serve(t, { change: slowly("zip-worker.js", 60_000) });
  const { page } = await open(t, { address: server.address });
  await drop(page, [["case.zip", readFileSync(join(dist, "sample.zip"))]]);
  await page.click(".progress:has-text('Unpacking case.zip') >> text=Cancel");
  await page.waitForSelector(".notice:has-text('nothing was taken')");
  assert.equal(await page.locator(".progress").count(), 0);
  assert.ok(await page.isVisible(".welcome"));
});

test("text that is dragged is no file", async (t) => {
  const { page } = await empty(t);
  const over = (kind) =>
    page.evaluate((kind) => {
      const dataTransfer = new DataTransfer();
      if (kind === "file") dataTransfer.items.add(new File(["x"], "x.md"));
      else dataTransfer.items.add("x", "text/plain");
      const event = new DragEvent("dragover", { dataTransfer, bubbles: true, cancelable: true });
      document.querySelector(".app").dispatchEvent(event);
      return event.defaultPrevented;
    }, kind);
  assert.equal(await over("text"), false);
  assert.equal(await page.locator(".target").count(), 0);
  assert.equal(await over("file"), true);
  await page.waitForSelector(".target");
});

test("a file is not taken for the sample by its name", async (t) => {
  const { page } = await sample(t);
  await drop(page, [["sample-answer.md", "Line 13: | | 1"]]);
  await page.waitForSelector(".response .tab.open:has-text('sample-answer.md')");
});

test("runs find their case whichever comes first", async (t) => {
  const { page } = await empty(t);
  await drop(page, [["model_completed_return_medium_1.md", read(RUN)]]);
  await page.waitForSelector(".response .tab");
  await drop(page, [["output.xml", read(`${CA}/output.xml`)]]);
  await page.waitForSelector(".grades tbody tr");
  assert.match(await page.textContent(".strip"), /9\/18/);
});

test("a profile among the files is graded by, and a broken one says what is wrong", async (t) => {
  const { page } = await sample(t);
  const line = (count) => page.waitForFunction((count) => document.querySelectorAll(".grades tbody tr").length === count, count);
  await line(18);
  const profile = JSON.parse(command(["profile", "show", "ca-ty25"]));
  const scored = profile.lines.filter((one) => one.scored);
  for (const one of scored.slice(2)) one.scored = false;
  Object.assign(profile, { id: "two-lines", source: "lines of our own" });
  await drop(page, [["our lines.json", JSON.stringify(profile)]]);
  await line(2);
  assert.match(await page.innerText(".strip .profile"), /your profile.*lines of our own/s);
  assert.match((await answers(page))["our lines.json"], /^profile, graded by from now on: two-lines \(CA 2025\), 2 scored lines$/);
  await shot(page, "profile");
  await page.click("button[aria-label='Close the list of files']");

  // The leaderboard, the report and the comparison are by it, as the command line's with --profile.
  await page.click("nav >> text=Leaderboard");
  await graded(page);
  const folder = await mkdtemp(join(tmpdir(), "taxgrade-profile-"));
  t.after(() => rm(folder, { recursive: true }));
  const file = join(folder, "our lines.json");
  writeFileSync(file, JSON.stringify(profile));
  const saved = async (click) => {
    const waiting = page.waitForEvent("download");
    await click();
    return readFileSync(await (await waiting).path(), "utf8");
  };
  await page.click('.menu summary:has-text("Export")');
  const report = await saved(() => page.click(".export[aria-label='Report'] button:has-text('Markdown')"));
  assert.equal(report, command(["report", data, "--tax-year", "ty25", "--profile", file, "--format", "markdown"]));
  await page.click(".board >> text=Comparison");
  await page.getByLabel("First", { exact: true }).selectOption("model anthropic/sample-opus/high");
  await page.getByLabel("Second", { exact: true }).selectOption("model anthropic/sample-opus/lobotomized");
  await page.click(".versus button:has-text('Compare')");
  await page.waitForSelector(".versus .verdict");
  const json = await saved(() => page.click(".versus button[aria-label$='as JSON']"));
  const pair = ["anthropic/sample-opus/high", "anthropic/sample-opus/lobotomized"];
  assert.equal(json, command(["compare", ...pair, "--data-dir", data, "--tax-year", "ty25", "--profile", file, "--format", "json"]));

  profile.lines.find((one) => one.scored).xpath = "AGI";
  await drop(page, [["broken.json", JSON.stringify(profile)], ["profile.json", "{"]]);
  await page.waitForSelector(".files tr.bad");
  const said = await answers(page);
  assert.match(said["broken.json"], /not taken: as a profile it cannot be used: the path of line \w+ is not absolute: `AGI`.*correct the profile/s);
  assert.match(said["profile.json"], /not taken: as a profile it cannot be used.*print a built-in profile/s);
  await page.click("nav >> text=Case");
  await line(2);

  await page.click('.menu summary:has-text("Session")');
  await page.click("text=Stop grading by our lines.json");
  await line(18);
});
