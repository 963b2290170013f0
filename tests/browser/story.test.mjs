// What a person does in the first minutes: the sample, a wrong line, an edit, another response, a comparison.
import assert from "node:assert/strict";
import test from "node:test";
import { rows, sample, shot } from "./lib.mjs";

test("the sample is one click away and graded line by line", async (t) => {
  const { page } = await sample(t);
  assert.match(await page.textContent(".strip"), /Strict.*not correct.*Lenient.*9\/18.*Empty answer.*4\/18/s);
  const lines = await rows(page);
  assert.equal(Object.keys(lines).length, 18);
  assert.equal(lines["13"].expected, "63,500");
  for (const line of Object.values(lines)) assert.match(line.verdict, /exact|within|wrong|missing|unreadable/);
  await page.waitForSelector(".page canvas");
  assert.match(await page.getAttribute(".page canvas", "aria-label"), /\.pdf, page 1 of 1/);
});

test("a row leads to the very characters in the response, and says its XPath", async (t) => {
  const { page } = await sample(t);
  const row = page.locator(".grades tr.wrong", { has: page.locator("td.read", { hasText: /words|number/ }) }).first();
  const [number, amount] = [await row.locator("td").nth(0).innerText(), await row.locator("td").nth(3).innerText()];
  assert.match(await row.getAttribute("title"), /^\/CA-Return\//);
  await row.click();
  const chosen = page.locator(".sheet .amount.chosen");
  assert.equal(await chosen.innerText(), amount);
  assert.match(await chosen.locator("xpath=..").innerText(), new RegExp(`Line ${number}:`));
  const inView = await chosen.evaluate((one) => {
    const [a, b] = [one.getBoundingClientRect(), one.closest(".editor").getBoundingClientRect()];
    return a.top >= b.top && a.bottom <= b.bottom;
  });
  assert.ok(inView, "scrolled to");
  assert.match(await page.textContent(".detail"), new RegExp(`Line ${number}.*/CA-Return/`, "s"));

  await row.focus();
  await page.keyboard.press("Enter");
  const selected = await page.evaluate(() => {
    const area = document.activeElement;
    return area.value.slice(area.selectionStart, area.selectionEnd);
  });
  assert.equal(selected, amount, "Enter selects it for editing");
  await page.keyboard.press("Escape");
  assert.equal(await page.evaluate(() => document.activeElement.tagName), "TR");
});

test("a blank amount leads to its line", async (t) => {
  const { page } = await sample(t);
  const row = page.locator(".grades tr", { has: page.locator("td.read", { hasText: "blank" }) }).first();
  await row.click();
  assert.match(await page.textContent(".sheet .amount.chosen"), new RegExp(`^Line ${await row.locator("td").first().innerText()}:`));
});

test("marks lie exactly under the characters they mark", async (t) => {
  const { page } = await sample(t);
  const [sheet, area] = await page.evaluate(() => {
    const box = (one) => {
      const style = getComputedStyle(one);
      return [one.scrollHeight, one.clientWidth, style.fontFamily, style.fontSize, style.lineHeight, style.paddingLeft];
    };
    return [box(document.querySelector(".sheet")), box(document.querySelector(".editor textarea"))];
  });
  assert.deepEqual(sheet, area, "same size and type");
});

test("editing regrades as one types, and can be undone", async (t) => {
  const { page } = await sample(t);
  const row = page.locator(".grades tr.wrong", { has: page.locator("td.read", { hasText: /words|number/ }) }).first();
  await row.click();
  const number = await row.locator("td").nth(0).innerText();
  const id = await row.getAttribute("id");
  const before = await page.textContent(".strip");
  const tops = await page.$$eval(".grades tbody tr", (all) => all.map((one) => one.offsetTop));
  await row.focus();
  await page.keyboard.press("Enter");
  const expected = (await rows(page))[number].expected;
  await page.keyboard.type(expected);
  await page.waitForFunction((id) => document.getElementById(id).classList.contains("exact"), id);
  assert.equal((await rows(page))[number].model, expected);
  assert.notEqual(await page.textContent(".strip"), before);
  assert.deepEqual(await page.$$eval(".grades tbody tr", (all) => all.map((one) => one.offsetTop)), tops, "nothing moved");
  await page.click("text=Undo my edits");
  await page.waitForFunction((text) => document.querySelector(".strip").textContent === text, before);
});

test("pasting starts a response that is graded, removing can be undone", async (t) => {
  const { page } = await sample(t, { context: { permissions: ["clipboard-read", "clipboard-write"] } });
  await page.evaluate(() => navigator.clipboard.writeText("Form 540: California\nLine 13: Federal AGI | | 63,500"));
  await page.click(".response .tools >> text=Paste");
  await page.waitForSelector(".tab.open:has-text('pasted')");
  await page.waitForFunction(() => document.querySelector("tr .line")?.closest("tr").cells[3].innerText === "63,500");
  const count = await page.locator(".response .tab").count();
  await page.click(".about >> text=Remove");
  assert.equal(await page.locator(".response .tab").count(), count - 1);
  await page.click(".notice >> text=Undo");
  assert.equal(await page.locator(".response .tab").count(), count);
  assert.match(await page.locator(".response .tab.open").innerText(), /pasted/);
});

test("root causes stand before what follows from them", async (t) => {
  const { page } = await sample(t);
  await page.click(".grading >> text=Root causes");
  const classes = await page.$$eval(".grades tbody tr", (all) => all.map((one) => one.className));
  assert.ok(classes.length > 0);
  assert.doesNotMatch(classes[0], /carried/, "a root first");
  await page.click(".roots summary");
  await page.locator(".roots li button").first().click();
  assert.equal(await page.locator(".grades tr.chosen").count(), 1);
  assert.ok((await page.textContent(".detail .why")).length > 20);
  await shot(page, "roots-light");
});

test("two responses side by side, and runs of one configuration", async (t) => {
  const { page } = await sample(t);
  await page.click(".response .tab:has-text('high #1')");
  await page.waitForSelector(".passes:has-text('2 runs: pass@1 50.0')");
  assert.match(await page.textContent(".passes"), /pass@2 100\.0.*pass\^2 0\.0/);
  await page.click(".response .tools >> text=Compare");
  await page.selectOption("#compare-1", { label: await page.$eval("#compare-1", (one) => [...one.options].find((o) => o.text.includes("high #2")).text) });
  await page.waitForSelector(".pairs tbody tr");
  assert.match(await page.textContent(".turns"), /now right.*now wrong.*differ otherwise.*the same/);
  assert.equal(await page.locator(".pairs tbody tr").count(), 18);
  await page.click("text=Only what changed");
  const changed = await page.locator(".pairs tbody tr").count();
  assert.ok(changed > 0 && changed < 18);
  assert.match(await page.locator(".pairs .said del").first().innerText(), /Line /);
  await page.selectOption("#compare-1", { label: await page.$eval("#compare-1", (one) => [...one.options].find((o) => o.text.includes("medium")).text) });
  await page.waitForSelector(".pairs tr.broken");
  await shot(page, "compare-light");
});

test("the keyboard alone is enough", async (t) => {
  const { page } = await sample(t);
  await page.keyboard.press("g");
  await page.waitForFunction(() => document.activeElement.tagName === "TR");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowDown");
  assert.equal(await page.locator(".grades tr.chosen").count(), 1);
  assert.equal(await page.$eval(".grades tr.chosen", (one) => one === document.activeElement && one.rowIndex), 2);
  await page.keyboard.press("End");
  assert.equal(await page.$eval(".grades tr.chosen", (one) => one.rowIndex), 18);
  const first = await page.textContent(".response .tab.open");
  await page.keyboard.press("]");
  assert.notEqual(await page.textContent(".response .tab.open"), first);
  await page.keyboard.press("/");
  assert.equal(await page.evaluate(() => document.activeElement.id), "search");
  await page.evaluate(() => document.activeElement.blur());
  await page.keyboard.press("?");
  await page.waitForSelector(".help");
  await page.keyboard.press("Escape");
  assert.equal(await page.locator(".help").count(), 0);
  const border = page.locator(".border").first();
  await border.focus();
  const width = () => page.$eval(".documents", (one) => one.getBoundingClientRect().width);
  const before = await width();
  await page.keyboard.press("ArrowRight");
  await page.waitForFunction((before) => document.querySelector(".documents").getBoundingClientRect().width > before, before);
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => document.querySelector(".documents").getBoundingClientRect().width < 2);
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => document.querySelector(".documents").getBoundingClientRect().width > 100);
});
