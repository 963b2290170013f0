// Writes one evaluation, report, leaderboard or comparison, where it holds nothing up.
import init, { Given } from "./report.js";

self.onmessage = async ({ data: { what, names, contents, profiles, upstream, form, about } }) => {
  try {
    await init();
    const given = new Given(names, contents, profiles, upstream);
    const { text, table, ungraded } = given[what](form, ...about);
    self.postMessage({ text, table, ungraded });
  } catch (error) {
    self.postMessage({ error: String(error?.message ?? error) });
  }
};
