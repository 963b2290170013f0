// Documents: pages, zoom, search, the places of an amount, input data as a tree; the viewer comes with the first PDF.
import assert from "node:assert/strict";
import test from "node:test";
import { drop, open, read, sample, serve, shot } from "./lib.mjs";

const US = "ty25/test_data/ty25-us-902";

/** A document of two pages, alone, so that nothing else opens before it. */
async function twoPages(t) {
  const server = await serve(t);
  const { page } = await open(t, { address: server.address });
  const { readdirSync } = await import("node:fs");
  const { data } = await import("./lib.mjs");
  const pdfs = readdirSync(`${data}/${US}/input`).filter((name) => name.endsWith(".pdf"));
  await drop(page, [["output.xml", read(`${US}/output.xml`)]]);
  await page.waitForSelector(".grading .blank");
  assert.ok(!server.asked.some((path) => path.includes("pdfjs")), "no viewer without a PDF");
  await drop(page, pdfs.map((name) => [name, read(`${US}/input/${name}`)]));
  await page.waitForSelector(".page canvas");
  assert.ok(server.asked.some((path) => path.endsWith("pdfjs/pdf.min.mjs")));
  return { page, pdfs };
}

test("pages, zoom and keyboard", async (t) => {
  const { page, pdfs } = await twoPages(t);
  let found = false;
  for (const name of pdfs) {
    await page.click(`.documents .tab:has-text("${name}")`);
    await page.waitForSelector(`.page canvas[aria-label^="${name}"]`);
    if (/of 2$/.test(await page.getAttribute(".page canvas", "aria-label"))) {
      found = true;
      break;
    }
  }
  assert.ok(found, "a document of two pages");
  await page.click("button[aria-label='Next page']");
  await page.waitForSelector(".page canvas[aria-label$='page 2 of 2']");
  assert.ok(await page.isDisabled("button[aria-label='Next page']"));
  await page.focus(".view");
  await page.keyboard.press("PageUp");
  await page.waitForSelector(".page canvas[aria-label$='page 1 of 2']");
  const width = () => page.$eval(".page canvas", (one) => one.getBoundingClientRect().width);
  const fitted = await width();
  await page.keyboard.press("+");
  await page.waitForFunction((before) => document.querySelector(".page canvas").getBoundingClientRect().width > before * 1.1, fitted);
  await page.keyboard.press("0");
  await page.waitForFunction((before) => Math.abs(document.querySelector(".page canvas").getBoundingClientRect().width - before) < 2, fitted);
  const ink = await page.$eval(".page canvas", (canvas) => {
    const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
    let dark = 0;
    for (let at = 0; at < data.length; at += 4) dark += data[at] < 128 && data[at + 3] > 0;
    return dark;
  });
  assert.ok(ink > 500, "something is drawn");
});

test("the amounts of a line are listed where they are printed, one click away", async (t) => {
  const { page } = await sample(t);
  await page.waitForFunction(() => document.querySelectorAll(".documents .tab").length === 4);
  await page.locator(".grades tr", { has: page.locator("td.line", { hasText: /^71$/ }) }).click();
  await page.waitForSelector(".hits li");
  const hit = page.locator(".hits li button").first();
  assert.match(await hit.innerText(), /w2_1\.pdf.*p\. 1/s);
  await hit.click();
  await page.waitForSelector(".page canvas[aria-label^='w2_1.pdf']");
  await page.waitForSelector(".marks .chosen");
  const [mark, canvas] = await page.evaluate(() =>
    [".marks .chosen", ".page canvas"].map((one) => document.querySelector(one).getBoundingClientRect().toJSON()),
  );
  assert.ok(mark.width > 8 && mark.left > canvas.left && mark.right < canvas.right && mark.top > canvas.top);
  await shot(page, "documents-light");
});

test("what is typed into a form's field is found", async (t) => {
  const { page } = await twoPages(t);
  await page.fill("#search", "9,600");
  await page.waitForSelector(".hits li:has-text('1098t_1.pdf')");
});

test("text is searched in all documents", async (t) => {
  const { page } = await sample(t);
  await page.fill("#search", "Fictional");
  await page.waitForSelector(".hits li");
  await page.waitForFunction(() => document.querySelectorAll(".hits li").length >= 2);
  await page.locator(".hits li button").last().click();
  await page.waitForSelector(".marks .chosen");
  await page.fill("#search", "no such text anywhere");
  await page.waitForSelector(".hits h3:has-text('printed in no document')");
});

test("input data is a tree that is searched", async (t) => {
  const { page } = await sample(t);
  await page.click(".documents .tab:has-text('remaining_data.json')");
  await page.waitForSelector(".data .leaf:has-text('Confirm your filing status')");
  const all = await page.locator(".data .leaf").count();
  await page.fill("#search", "filing status");
  await page.waitForFunction((all) => document.querySelectorAll(".data .leaf").length < all, all);
  assert.match(await page.locator(".data .leaf").first().innerText(), /filing status.*single/is);
  await shot(page, "data-light");
});

test("a broken PDF says so and the rest goes on", async (t) => {
  const { address } = await serve(t);
  const { page, complaints } = await open(t, { address });
  await drop(page, [
    ["output.xml", read("ty25/test_data/ty25-ca-901/output.xml")],
    ["broken.pdf", "%PDF-1.7\nnothing that follows is a PDF"],
    ["w2.pdf", read("ty25/test_data/ty25-ca-901/input/w2_1.pdf")],
  ]);
  await page.waitForSelector(".view .blank[role=alert]:has-text('cannot be shown')");
  await page.click(".documents .tab:has-text('w2.pdf')");
  await page.waitForSelector(".page canvas");
  complaints.length = 0;
});
