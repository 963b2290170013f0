// Every way in: dropped files, chosen files, folders, archives; and what is said about each file.
import assert from "node:assert/strict";
import { join } from "node:path";
import test from "node:test";
import { data, dist, drop, graded, open, read, rows, serve, text } from "./lib.mjs";

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
  await drop(page, [["broken.zip", "PK no"]]);
  await page.waitForSelector(".notice.bad:has-text('cannot be read')");
  assert.match(await page.textContent(".notice"), /ordinary \.zip/);
});

test("runs find their case whichever comes first", async (t) => {
  const { page } = await empty(t);
  await drop(page, [["model_completed_return_medium_1.md", read(RUN)]]);
  await page.waitForSelector(".response .tab");
  await drop(page, [["output.xml", read(`${CA}/output.xml`)]]);
  await page.waitForSelector(".grades tbody tr");
  assert.match(await page.textContent(".strip"), /9\/18/);
});
