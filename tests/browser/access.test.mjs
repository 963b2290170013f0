// Accessibility and looks: axe-core on every view in both themes, no sideways scrolling from 360 px to 2560 px, and a
// picture of each for people to look at, in target/browser.
import assert from "node:assert/strict";
import test from "node:test";
import { axe, open, sample, serve, shot } from "./lib.mjs";

const VIEWS = [
  ["case", (page) => page.locator(".grades tr.wrong").first().click()],
  ["compare", (page) => page.click("nav >> text=Compare")],
  ["leaderboard", (page) => page.click("nav >> text=Leaderboard")],
  ["matrix", (page) => page.click(".board >> text=Matrix")],
];

for (const colorScheme of ["light", "dark"]) {
  test(`axe-core finds nothing serious, ${colorScheme}`, async (t) => {
    const { address } = await serve(t);
    const { page } = await open(t, { address, context: { colorScheme } });
    assert.deepEqual(await axe(page), [], "empty");
    await shot(page, `empty-${colorScheme}`);
    await page.click("text=Try the sample case");
    await page.waitForSelector(".grades tbody tr");
    await page.waitForSelector(".page canvas");
    for (const [name, go] of VIEWS) {
      await go(page);
      await page.waitForTimeout(300);
      await shot(page, `${name}-${colorScheme}`);
      assert.deepEqual(await axe(page), [], name);
    }
    await page.click("nav >> text=Case");
    await page.click("button[aria-label='Files']");
    await page.keyboard.press("?");
    await page.click(".menu summary:has-text('Export')");
    await shot(page, `menus-${colorScheme}`);
    assert.deepEqual(await axe(page), [], "files, help and a menu");
  });
}

for (const [name, width, height] of [["phone", 360, 740], ["tablet", 900, 1100], ["wide", 2560, 1440]]) {
  test(`nothing runs out of a page ${width} px wide`, async (t) => {
    const { page } = await sample(t, { context: { viewport: { width, height } } });
    const fits = async (view) => {
      await page.waitForTimeout(300);
      await shot(page, `${view}-${name}`);
      const [inner, outer] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
      assert.ok(inner <= outer, `${view}: ${inner} > ${outer}`);
    };
    if (width < 1100) {
      for (const pane of ["Grading", "Documents", "Response"]) {
        await page.click(`.bottom >> text=${pane}`);
        await page.waitForSelector(`.pane.${pane.toLowerCase()}`);
        await fits(pane.toLowerCase());
      }
    } else await fits("case");
    assert.deepEqual(await axe(page), []);
    for (const [view, go] of VIEWS.slice(1)) {
      await go(page);
      await fits(view);
    }
  });
}

test("motion stops where it is not wanted, and the theme can be chosen", async (t) => {
  const { page } = await sample(t);
  assert.equal(await page.$eval(".editor", (one) => getComputedStyle(one).scrollBehavior), "auto");
  const paper = () => page.$eval(".head", (one) => getComputedStyle(one).backgroundColor);
  const light = await paper();
  await page.click("button[aria-label^='Theme']");
  await page.click("button[aria-label^='Theme']");
  assert.notEqual(await paper(), light);
  await page.reload({ waitUntil: "commit" });
  await page.waitForSelector(".welcome");
  assert.notEqual(await paper(), light, "remembered");
});
