import { describe, expect, test } from "vitest";
import { checkCallbackUrl } from "#lib/delivery/webhooks/rules/callback-url.ts";
import { webhookSettings } from "#lib/delivery/webhooks/schema.ts";
import { languages } from "#lib/platform/i18n/locales.ts";
import { messages } from "#lib/platform/i18n/messages.ts";

const schema = webhookSettings((text) => checkCallbackUrl(text, { allowedHosts: ["localhost"] }));
const fine = { name: "Back office", url: "https://hooks.example.com/covergate", eventTypes: ["v2.contract.created"] };

const wrong: [field: string, value: unknown, key: string][] = [
  ["name", "", "nameLength"],
  ["name", "x".repeat(81), "nameLength"],
  ["name", "a\u0007b", "nameCharacters"],
  ["enabled", "yes", "enabledInvalid"],
  ["eventTypes", [], "noEvents"],
  ["eventTypes", ["v2.contract.exploded"], "eventsInvalid"],
  ["url", "", "urlEmpty"],
  ["url", "https://hooks.example.com/a b", "urlSpaces"],
  ["url", "hooks.example.com", "urlIncomplete"],
  ["url", "https://hooks.example.com/#token", "urlFragment"],
  ["url", "https://hооks.example.com/", "urlLetters"],
  ["url", `https://hooks.example.com/${"x".repeat(2000)}`, "urlLength"],
  ["url", "https://me:secret@hooks.example.com/", "urlPassword"],
  ["url", "http://hooks.example.com/", "urlScheme"],
  ["url", "ftp://localhost/", "urlSchemeExempt"],
  ["url", "https://hooks.example.com:22/", "urlPort"],
  ["url", "https://hooks.example.com./", "urlDot"],
  ["url", "https://10.0.0.1/", "urlAddress"],
  ["url", "https://printer.local/", "urlPrivateName"],
  ["url", "https://hooks/", "urlShortName"],
];

describe("a fault in a webhook's settings", () => {
  test.each(wrong)("%s %j has its own name and a message in every language", (field, value, name) => {
    const result = schema.safeParse({ ...fine, [field]: value });
    expect(result.error?.issues.map(({ path, message }) => [path[0], message])).toContainEqual([field, name]);
    for (const language of languages) expect(messages[language].webhooks.settingsFaults).toHaveProperty(name);
  });

  test("has only its own name", () => {
    const told = wrong.map(([, , name]) => name);
    for (const language of languages) {
      expect(Object.keys(messages[language].webhooks.settingsFaults).toSorted()).toEqual([...new Set(told)].toSorted());
    }
  });

  test("is absent for valid settings", () => {
    expect(schema.safeParse(fine).success).toBe(true);
  });
});
