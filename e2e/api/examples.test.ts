import { describe, expect, test } from "vitest";
import { call, succeed } from "#e2e/api/client.ts";
import { makePartner, registerRenter } from "#e2e/api/world.ts";
import { createContract } from "#lib/contracts/endpoints.ts";
import { contract } from "#lib/contracts/schema.ts";
import { addMonths, parseInstant } from "#lib/dates.ts";
import type { Endpoint, Example } from "#lib/endpoint.ts";
import { endpoints } from "#lib/endpoints.ts";
import { features } from "#lib/partners/schema.ts";
import { createProduct } from "#lib/products/endpoints.ts";
import { configureRenewal } from "#lib/renewals/endpoints.ts";
import { automaticRenewal } from "#lib/renewals/schema.ts";
import { attachRenter } from "#lib/renters/endpoints.ts";

interface Chapter {
  endpoint: Endpoint;
  /** The identifiers that the examples have for what the call made, and the real ones. */
  named?(made: unknown): [told: string, real: string | undefined][];
}

/** What came before each example: the first examples of these, in this order, up to the example's own. */
const story: readonly Chapter[] = [
  { endpoint: attachRenter },
  { endpoint: createProduct },
  {
    endpoint: createContract,
    named(made) {
      const { cid, products } = contract.parse(made);
      return [
        ["01JD3W7Q8ZK5T9V0XR2M4N6P8A", cid],
        ["cpid_01JD3W7Q8ZK5T9V0XR2M4N6P8A", Object.keys(products)[0]],
      ];
    },
  },
  { endpoint: configureRenewal, named: (made) => [["ar_01JD3W7Q8ZK5T9V0XR2M4N6P8A", automaticRenewal.parse(made).arid]] },
];

const day = 86_400_000;
/** The examples are told on 2027-01-01, which becomes tomorrow. */
const moved = Math.ceil((Date.now() - Date.parse("2027-01-01T00:00:00Z")) / day + 1) * day;

const sampleExecutionId = "exec_01JD3W7Q8ZK5T9V0XR2M4N6P8A";

type Names = Map<string, string | undefined>;

/** What an example sends, with the identifiers of a test's world and its dates moved. */
function inWorld({ params, query, body }: Example, names: Names): Omit<Example, "name"> {
  const text = JSON.stringify({ params, query, body });
  return JSON.parse(text.replaceAll(/"(?:[^"\\]|\\.)*"/g, (token) => JSON.stringify(realOf(JSON.parse(token) as string, names)))) as Omit<
    Example,
    "name"
  >;
}

function realOf(told: string, names: Names): string {
  const instant = parseInstant(told);
  return instant === undefined ? (names.get(told) ?? told) : new Date(instant.getTime() + moved).toISOString();
}

/** A world in which everything that comes before an example of the endpoint has happened. */
async function tellStory(endpoint: Endpoint): Promise<{ key: string; names: Names }> {
  const { id, development } = await makePartner({ features: [...features] });
  const { key } = development;
  const names: Names = new Map([["renter-lyon", await registerRenter({ partnerIds: [id] })]]);
  for (const chapter of story) {
    if (chapter.endpoint === endpoint) break;
    const [first] = chapter.endpoint.examples ?? [];
    if (first === undefined) throw new Error(`${chapter.endpoint.id} has no example`);
    const made = await succeed(key, chapter.endpoint, inWorld(first, names));
    for (const [told, real] of chapter.named?.(made) ?? []) names.set(told, real);
  }
  return { key, names };
}

/** What is recorded of an answer: told as the examples are, on 2027-01-01, with identifiers that are the same every time. */
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
    const instant = parseInstant(text)?.getTime();
    if (instant === undefined) return text;
    // What is now, or was just now, is told of the moment at which the story is.
    return Math.abs(Date.now() - instant) < day / 24 ? "2027-01-01T09:00:00.000Z" : new Date(instant - moved).toISOString();
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
    return fields;
  };
  return tell(body);
}

const answers: Record<string, unknown> = {};

describe.each(endpoints.map((endpoint) => [endpoint.id, endpoint] as const))("the reference's example of %s", (_id, endpoint) => {
  test.each(endpoint.examples?.map((example) => [example.name, example] as const) ?? [])("%s", async (_name, example) => {
    const { key, names } = await tellStory(endpoint);
    const { status, error, text } = await call(key, endpoint, inWorld(example, names));
    expect({ status, error }).toEqual({ status: endpoint.success.status, error: undefined });
    if (example === endpoint.examples?.[0] && status !== 204) answers[endpoint.id] = retell(JSON.parse(text), names);
  });
});

test("what is answered to the first examples is what the reference says (recorded anew by vitest's option -u)", async () => {
  await expect(`${JSON.stringify(answers, null, 2)}\n`).toMatchFileSnapshot("../../lib/openapi/answers.json");
});
