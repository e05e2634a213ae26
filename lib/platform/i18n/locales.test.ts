import { describe, expect, test } from "vitest";
import { chooseLanguage, chooseTimeZone } from "#lib/platform/i18n/locales.ts";

describe("the language of a page", () => {
  test.each([
    { chosen: "fr", accept: "en", language: "fr" },
    { chosen: "de", accept: "fr-FR,fr;q=0.9,en;q=0.8", language: "fr" },
    { chosen: undefined, accept: "de-DE, en;q=0.5, fr;q=0.7", language: "fr" },
    { chosen: undefined, accept: "fr;q=0, en;q=0.1", language: "en" },
    { chosen: undefined, accept: "*", language: "en" },
    { chosen: "__proto__", accept: "constructor;q=x", language: "en" },
    { chosen: undefined, accept: null, language: "en" },
  ])("is $language where $chosen is chosen and the browser prefers $accept", ({ chosen, accept, language }) => {
    expect(chooseLanguage(chosen, accept)).toBe(language);
  });
});

describe("the time zone of a page", () => {
  test.each([
    { told: "Europe/Paris", timeZone: "Europe/Paris" },
    { told: "Indian/Reunion", timeZone: "Indian/Reunion" },
    { told: "Mars/Olympus", timeZone: "UTC" },
    { told: "", timeZone: "UTC" },
    { told: undefined, timeZone: "UTC" },
  ])("is $timeZone for a browser that sends $told", ({ told, timeZone }) => {
    expect(chooseTimeZone(told)).toBe(timeZone);
  });
});
