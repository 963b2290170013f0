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
  await page.waitForFunction(() => document.activeElement.tagName === "TEXTAREA");
  const selected = await page.evaluate(() => {
    const area = document.activeElement;
    return area.value.slice(area.selectionStart, area.selectionEnd);
  });
  assert.equal(selected, amount, "Enter selects it for editing");
  await page.keyboard.press("Escape");
  await page.waitForFunction(() => document.activeElement.tagName === "TR");
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

test("every wrong line says in its row why it is wrong, with numbers", async (t) => {
  const { page } = await sample(t);
  assert.match(await page.textContent(".strip"), /9 wrong, 2 roots/);
  const told = await page.$$eval(".grades tbody tr", (all) =>
    all.map((row) => [row.cells[0].innerText, row.cells[5].innerText.trim(), row.querySelector(".why")?.innerText ?? ""]),
  );
  for (const [line, verdict, why] of told) {
    if (/exact/.test(verdict)) assert.equal(why, "", line);
    else assert.match(why, /^[A-Z].*\d.*\.$/, line);
  }
  const why = Object.fromEntries(told.map(([line, , why]) => [line, why]));
  assert.match(why["14"], /^Blank and counts as \$0, expected \$1,200/);
  assert.match(why["19"], /the model's own lines \(max\(0, \$63,500 − \$5,706\) = \$57,794\) and inherits the error of line 17, going back to line 14/);
  await page.click(".grading >> text=Wrong");
  assert.equal(await page.locator(".grades tbody tr").count(), 9);
  assert.equal(await page.locator(".grades tbody .why").count(), 9);
});

test("root causes are drawn as a chain down to their consequences", async (t) => {
  const { page } = await sample(t);
  await page.click(".grading >> text=Root causes");
  const chain = await page.$$eval(".grades tbody tr", (all) =>
    all.map((row) => [row.cells[0].innerText.trim(), Number(row.getAttribute("aria-level"))]),
  );
  assert.deepEqual(chain.slice(0, 6), [["14", 1], ["15", 2], ["17", 3], ["19", 4], ["31", 1], ["33", 2]]);
  const left = await page.$$eval(".grades .line", (all) => all.map((one) => one.lastChild.parentElement.querySelectorAll("i").length));
  assert.ok(left[3] > left[1], "further in");
  const strokes = await page.$$eval(".grades .line i", (all) => all.filter((one) => getComputedStyle(one, "::before").borderLeftStyle === "solid").length);
  assert.ok(strokes >= 8, "strokes lead from root to consequence");
  await page.click(".roots .fold");
  assert.match(await page.textContent(".roots li"), /Line 14 is blank.*Carried on to lines 15, 17, 19\. Mended, 12\/18 lines are right\./);
  await page.locator(".roots li button").first().click();
  assert.equal(await page.locator(".grades tr.chosen").count(), 1);
  assert.ok((await page.textContent(".detail .why")).length > 20);
  await shot(page, "roots-light");
});

test("a line that becomes wrong says why without moving the others", async (t) => {
  const { page } = await sample(t);
  const row = page.locator(".grades tr.exact", { has: page.locator("td.read", { hasText: /number/ }) }).first();
  await row.click();
  const id = await row.getAttribute("id");
  const tops = () => page.$$eval(".grades tbody tr", (all) => all.map((one) => one.offsetTop));
  const before = await tops();
  await row.focus();
  await page.keyboard.press("Enter");
  await page.keyboard.type("7");
  await page.waitForFunction((id) => document.getElementById(id).classList.contains("wrong"), id);
  assert.match(await page.locator(`#${id} .why`).innerText(), /63,500|too low/);
  assert.deepEqual(await tops(), before, "nothing moved");
  await page.locator(`#${id}`).click();
  const [one, all] = await page.$eval(`#${id} .why`, (why) => [why.clientHeight, why.scrollHeight]);
  assert.equal(one, all, "the whole sentence, once one looks at it");
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
  // The focus follows the choice once the page is drawn.
  const chosen = (row) =>
    page.waitForFunction((row) => {
      const rows = [...document.querySelectorAll(".grades tr.chosen")];
      return rows.length === 1 && rows[0] === document.activeElement && rows[0].rowIndex === row;
    }, row);
  await chosen(2);
  await page.keyboard.press("End");
  await chosen(18);
  const first = await page.textContent(".response .tab.open");
  await page.keyboard.press("]");
  await page.waitForFunction((first) => document.querySelector(".response .tab.open").textContent !== first, first);
  await page.keyboard.press("/");
  await page.waitForFunction(() => document.activeElement.id === "search");
  await page.evaluate(() => document.activeElement.blur());
  await page.keyboard.press("?");
  await page.waitForSelector(".help");
  await page.keyboard.press("Escape");
  await page.waitForSelector(".help", { state: "detached" });
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

test("panes keep the sizes a person gave them", async (t) => {
  const { page } = await sample(t);
  const width = () => page.$eval(".documents", (one) => one.getBoundingClientRect().width);
  const before = await width();
  await page.locator(".border").first().focus();
  for (let step = 0; step < 4; step++) await page.keyboard.press("ArrowRight");
  await page.waitForFunction((before) => document.querySelector(".documents").getBoundingClientRect().width > before + 20, before);
  const chosen = await width();
  await page.reload({ waitUntil: "commit" });
  await page.click("text=Try the sample case");
  await page.waitForSelector(".grades tbody tr");
  assert.equal(Math.round(await width()), Math.round(chosen));
});

test("on a narrow screen the documents are a drawer that Escape closes", async (t) => {
  const { page } = await sample(t, { context: { viewport: { width: 900, height: 1100 } } });
  assert.ok(!(await page.isVisible(".pane.documents")));
  await page.click(".bottom >> text=Documents");
  assert.ok(await page.isVisible(".pane.documents"));
  assert.ok(await page.isVisible(".pane.grading"), "it lies over the rest");
  await page.keyboard.press("Escape");
  await page.waitForSelector(".pane.documents", { state: "hidden" });
});

test("on a phone's width Escape leads from the text back to the line", async (t) => {
  const { page } = await sample(t, { context: { viewport: { width: 360, height: 740 } } });
  await page.keyboard.press("g");
  await page.waitForFunction(() => document.activeElement.closest(".grades tr"));
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => document.activeElement.matches(".editor textarea"));
  await page.keyboard.press("Escape");
  await page.waitForFunction(() => document.activeElement.matches(".grades tr.chosen"), null, { timeout: 3_000 });
});

test("the open response's tab is in view, also after another view", async (t) => {
  const { page } = await sample(t);
  const seen = () =>
    page.waitForFunction(() => {
      const [tab, strip] = [".response .tab.open", ".response .tabs"].map((one) => document.querySelector(one).getBoundingClientRect());
      return tab.left >= strip.left - 1 && tab.right <= strip.right + 1;
    }, null, { timeout: 3_000 });
  await page.waitForFunction(() => !document.querySelector(".response .tab:not(:has(.score))"));
  await seen();
  await page.click("nav >> text=Leaderboard");
  await page.click("nav >> text=Case");
  await seen();
});
