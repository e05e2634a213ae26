import { describe, expect, test } from "vitest";
import { en } from "#lib/platform/i18n/en.ts";
import { fr } from "#lib/platform/i18n/fr.ts";

interface Button {
  at: string;
  visible: string;
  name: string;
}

/** The buttons with a longer name for assistive technology: `openWhich`, beside the words on them, which are `here` or `open`. */
function buttonsIn(texts: object, at = ""): Button[] {
  const { open, here = open, openWhich } = texts as Record<string, unknown>;
  const own = typeof here === "string" && typeof openWhich === "string" ? [{ at, visible: here, name: openWhich }] : [];
  const below = Object.entries(texts).flatMap(([key, value]) =>
    typeof value === "object" ? buttonsIn(value as object, `${at}.${key}`) : [],
  );
  return [...own, ...below];
}

describe.each([
  ["English", en],
  ["French", fr],
])("in %s", (_language, texts) => {
  test("the words on a button are in its accessible name, so that it can be pressed by voice (WCAG 2.5.3)", () => {
    const buttons = buttonsIn(texts);
    expect(buttons.length).toBeGreaterThan(5);
    expect(buttons.filter(({ visible, name }) => !name.toLowerCase().includes(visible.toLowerCase()))).toEqual([]);
  });
});
