import { createFormatter } from "next-intl";
import { expect, test } from "vitest";
import { tellAgo } from "#components/kit/facts/time-stamp.tsx";

const now = new Date("2027-01-06T10:00:00.000Z");
const after = (seconds: number) => new Date(now.getTime() + seconds * 1000);

test.each([
  [-86_400, "relative"],
  [-61, "relative"],
  [-1, "relative"],
  [-0.9, "justNow"],
  [0, "justNow"],
  [4, "justNow"],
  [8, "justNow"],
  [60, "justNow"],
  [60.001, "instant"],
  [120, "instant"],
  [86_400 * 60, "instant"],
])("an instant %d seconds after the page's time is shown as %s", (seconds, told) => {
  expect(tellAgo(after(seconds), now)).toBe(told);
});

test.each(["en-GB", "fr-FR"] as const)("in %s a past instant is never shown as a future one", (locale) => {
  const format = createFormatter({ locale, timeZone: "Europe/Paris" });
  const instants = Array.from({ length: 50_000 }, (_none, index) => after(index * 7 - 200_000));
  const told = instants.filter((at) => tellAgo(at, now) === "relative").map((at) => format.relativeTime(at, now));
  expect(told.filter((text) => /^(?:in|dans) /.test(text))).toEqual([]);
});
