import { describe, expect, test } from "vitest";
import { call } from "#e2e/api/client.ts";
import { day, inWorld, moved, tellStory } from "#e2e/api/story.ts";
import type { Names } from "#e2e/api/story.ts";
import { endpoints } from "#lib/developer/endpoints.ts";
import { addParisMonths as addMonths } from "#lib/platform/time/calendar.fixture.ts";
import { parseInstant } from "#lib/platform/time/dates.ts";

const sampleExecutionId = "exec_01JD3W7Q8ZK5T9V0XR2M4N6P8A";
const sampleClaimId = "CLM-100042";
const sampleToken = "sV1x0Zt8Kq3mYc7Wb2Rn5PdLf9E";
const sampleSignature = "gVKIFR_GceF5SRAVVYygP_lSeATOlLtXfdn4eXk5MMs";
const storyStart = new Date("2027-01-01T00:00:00Z");

/** Rewrites an answer like the examples: at the beginning of 2027-01-01, with identifiers that are the same every time. */
function retell(body: unknown, names: Names): unknown {
  const told = new Map([...names].map(([name, real]) => [real, name]));
  const made = new Map<string, string>();
  const tellId = (real: string, prefix: string): string => {
    const known = told.get(real) ?? made.get(real);
    if (known !== undefined) return known;
    const others = [...made.values()].filter((name) => name.startsWith(prefix)).length;
    const name = `${prefix}01JD3W7Q8ZK5T9V0XR2M4N6P${8 + Math.floor(others / 10)}${"ABCDEFGHJK"[others % 10]}`;
    made.set(real, [...told.values()].includes(name) ? name.replace("P8", "P9") : name);
    return made.get(real)!;
  };
  const tellText = (text: string): string => {
    const prefix = /^([a-z]+_|)[0-7][0-9A-HJKMNP-TV-Z]{25}$/.exec(text)?.[1];
    if (prefix !== undefined) return tellId(text, prefix);
    if (told.has(text)) return told.get(text)!;
    if (/^CLM-\d+$/.test(text)) return sampleClaimId;
    const instant = parseInstant(text)?.getTime();
    // An instant long past was sent as a fixed day.
    if (instant === undefined || Date.now() - instant > 365 * day) return text;
    // The present becomes the moment of the story.
    return Math.abs(Date.now() - instant) < day / 24 ? storyStart.toISOString() : new Date(instant - moved).toISOString();
  };
  const tell = (value: unknown): unknown => {
    if (typeof value === "string") return tellText(value);
    if (Array.isArray(value)) return value.map(tell);
    if (typeof value !== "object" || value === null) return value;
    const fields: Record<string, unknown> = Object.fromEntries(
      Object.entries(value).map(([name, inner]) => [
        name === "execution_id" ? name : tellText(name),
        name === "execution_id" ? sampleExecutionId : tell(inner),
      ]),
    );
    // A month before an end is another number of days in another month.
    const end = fields["renewal_scheduled_for"];
    if (typeof end === "string") fields["notification_scheduled_for"] = addMonths(new Date(end), -1).toISOString();
    // By how much the clock was moved depends on the second at which it is.
    const offset = fields["offset_seconds"];
    if (typeof offset === "number") fields["offset_seconds"] = Math.round(offset / 3600) * 3600;
    // A link ends so many hours after the second in which it was made, and has a token of its own.
    const linkEnd = fields["expiresAt"];
    if (typeof linkEnd === "string") fields["expiresAt"] = new Date(Math.round(Date.parse(linkEnd) / 3_600_000) * 3_600_000).toISOString();
    if (typeof fields["url"] === "string") fields["url"] = `https://api.covergate.example/claim/${sampleToken}`;
    const updated = fields["updated_date"];
    if (typeof updated === "string") fields["updated_date"] = updated.replace(/:\d\d:\d\d\.\d{3}Z$/, ":00:00.000Z");
    // The server signs a link, which lasts an hour.
    if ("downloadUrl" in fields) {
      const expiry = new Date(storyStart.getTime() + day / 24);
      fields["downloadUrl"] =
        `https://api.covergate.example/files/${String(fields["id"])}?expires=${expiry.getTime()}&signature=${sampleSignature}`;
      fields["downloadUrlExpiresAt"] = expiry.toISOString();
    }
    return fields;
  };
  return tell(body);
}

const answers: Record<string, unknown> = {};

describe.each(endpoints.map((endpoint) => [endpoint.id, endpoint] as const))("the reference's example of %s", (_id, endpoint) => {
  test.each(endpoint.examples?.map((example) => [example.name, example] as const) ?? [])("%s", async (_name, example) => {
    const { access, names } = await tellStory(endpoint);
    const { status, error, text } = await call(access.key, endpoint, inWorld(example, names));
    expect({ status, error }).toEqual({ status: endpoint.success.status, error: undefined });
    if (example === endpoint.examples?.[0] && status !== 204) answers[endpoint.id] = retell(JSON.parse(text), names);
  });
});

test("the answers to the first examples are those of the reference (update with vitest's option -u)", async () => {
  await expect(`${JSON.stringify(answers, null, 2)}\n`).toMatchFileSnapshot("../../lib/api/openapi/answers.json");
});
