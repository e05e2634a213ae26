import { describe, expect, test } from "vitest";
import { eventTypes } from "#lib/delivery/event-catalogue.ts";
import { checkCallbackUrl } from "#lib/delivery/webhooks/rules/callback-url.ts";
import { webhookChanges, webhookSettings } from "#lib/delivery/webhooks/schema.ts";

const checkUrl = (text: string) => checkCallbackUrl(text, { allowedHosts: ["receiver.localhost:8080"] });
const settings = webhookSettings(checkUrl);
const changes = webhookChanges(checkUrl);

const valid = { name: "Back office", url: "https://hooks.example.com/in?token=1", eventTypes: ["v2.contract.created"] };

/** The message at a field; undefined if it is valid. */
const messageAt = (field: string, value: unknown) => {
  const { error } = settings.safeParse({ ...valid, [field]: value });
  return error?.issues.find(({ path }) => path[0] === field)?.message;
};

describe("a webhook's settings", () => {
  test("default to enabled, with the URL in its normal form and the event types in the catalogue's order", () => {
    const sent = {
      ...valid,
      name: "  Back office ",
      url: " HTTPS://Hooks.Example.com:443/in?token=1 ",
      eventTypes: eventTypes.toReversed(),
    };
    expect(settings.parse(sent)).toEqual({ ...valid, enabled: true, eventTypes });
  });

  test.each([
    ["name", "", "nameLength"],
    ["name", "   ", "nameLength"],
    ["name", "x".repeat(81), "nameLength"],
    ["name", "a\u0000b", "nameCharacters"],
    ["name", 7, "nameLength"],
    ["url", "http://hooks.example.com", "urlScheme"],
    ["url", "https://user:secret@hooks.example.com", "urlPassword"],
    ["url", "https://127.0.0.1/", "urlAddress"],
    ["url", undefined, "urlIncomplete"],
    ["enabled", "yes", "enabledInvalid"],
    ["eventTypes", [], "noEvents"],
    ["eventTypes", ["v2.contract.created", "v2.contract.created"], "eventsInvalid"],
    ["eventTypes", ["v2.contract.exploded"], "eventsInvalid"],
    ["eventTypes", "v2.contract.created", "eventsInvalid"],
  ])("are refused with a named fault at the field: %s %j", (field, value, message) => {
    expect(messageAt(field, value)).toBe(message);
  });

  test("accept a host that the installation exempts", () => {
    expect(messageAt("url", "http://receiver.localhost:8080/in")).toBeUndefined();
  });

  test("do not repeat a refused URL, which may contain a token", () => {
    const { error } = settings.safeParse({ ...valid, url: "http://hooks.example.com/?token=s3cret" });
    expect(JSON.stringify(error)).not.toContain("s3cret");
  });

  test("have no unknown fields", () => {
    expect(settings.safeParse({ ...valid, secret: "x" }).success).toBe(false);
    expect(changes.safeParse({ id: "whk_1" }).success).toBe(false);
  });
});

test("a change of a webhook can leave out any field, which then has no default", () => {
  expect(changes.parse({})).toEqual({});
  expect(changes.parse({ name: "Other" })).toEqual({ name: "Other" });
  expect(changes.safeParse({ eventTypes: [] }).success).toBe(false);
});
