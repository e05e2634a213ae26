import { Webhook } from "standardwebhooks";
import { describe, expect, test } from "vitest";
import { CovergateError } from "#clients/typescript/src/error.ts";
import { webhooks } from "#clients/typescript/src/webhooks.ts";
import { eventSamples } from "#lib/developer/events/samples.ts";

const now = new Date("2027-01-31T09:00:00Z");
const secret = `whsec_${Buffer.from("a secret of twenty-four by").toString("base64")}`;
const other = `whsec_${Buffer.from("another one of as many by.").toString("base64")}`;
const body = JSON.stringify({ event_type: "v2.claim.closed", data: { ...eventSamples["v2.claim.closed"], newer: "é" } });

/** A delivery, signed by the reference implementation of Standard Webhooks. */
const headersOf = (text: string, by = secret, at = now) => ({
  "webhook-id": "evt_1",
  "webhook-timestamp": String(Math.floor(at.getTime() / 1000)),
  "webhook-signature": new Webhook(by).sign("evt_1", at, text),
});
const later = (seconds: number) => new Date(now.getTime() + seconds * 1000);
const refusal = (message: RegExp) => expect.objectContaining({ name: "SIGNATURE_INVALID", message: expect.stringMatching(message) });

describe("a body that is not the raw one", () => {
  test.each([[undefined], [null], [{}], [[]], [5], [{ event_type: "v2.claim.closed" }], [Object.create(null)]])(
    "is refused with what to do, and ends no receiver: %j",
    async (sent) => {
      await expect(webhooks.verify(sent as string, headersOf(body), secret, { now })).rejects.toEqual(refusal(/pass the raw body/));
    },
  );

  test("is refused where it is signed and is not JSON", async () => {
    await expect(webhooks.verify("{", headersOf("{"), secret, { now })).rejects.toEqual(refusal(/is not JSON/));
  });
});

describe("a delivery is verified", () => {
  const headers = headersOf(body);

  test.each([
    ["a text and a record", body, headers],
    ["bytes and Headers", new TextEncoder().encode(body), new Headers(headers)],
    [
      "headers of any case, in lists",
      body,
      Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toUpperCase(), [value]])),
    ],
    ["pairs", body, Object.entries(headers)],
    [
      "the variables of CGI",
      body,
      Object.fromEntries(Object.entries(headers).map(([name, value]) => [`HTTP_${name.toUpperCase().replaceAll("-", "_")}`, value])),
    ],
  ])("from %s", async (_what, text, given) => {
    const event = await webhooks.verify(text, given, secret, { now });
    expect(event).toEqual({ id: "evt_1", ...JSON.parse(body) });
    // The compiler knows the data by the kind.
    if (event.event_type === "v2.claim.closed") expect(event.data.status).toBe("closed");
  });

  test("with either secret during a rotation, on both sides", async () => {
    const both = { ...headers, "webhook-signature": `${headersOf(body, other)["webhook-signature"]} ${headers["webhook-signature"]}` };
    await expect(webhooks.verify(body, both, secret, { now })).resolves.toMatchObject({ id: "evt_1" });
    await expect(webhooks.verify(body, headers, [other, secret], { now })).resolves.toMatchObject({ id: "evt_1" });
  });

  test("of an event type that is newer than the package", async () => {
    const text = JSON.stringify({ event_type: "v2.contract.painted", data: { colour: "red" } });
    expect(await webhooks.verify(text, headersOf(text), secret, { now })).toMatchObject({
      event_type: "v2.contract.painted",
      data: { colour: "red" },
    });
  });

  test("if its time is close enough", async () => {
    for (const seconds of [-300, 300]) await expect(webhooks.verify(body, headers, secret, { now: later(seconds) })).resolves.toBeDefined();
    for (const seconds of [-302, 302]) {
      await expect(webhooks.verify(body, headers, secret, { now: later(seconds) })).rejects.toEqual(
        refusal(/^webhook-timestamp must be within 300/),
      );
    }
    await expect(webhooks.verify(body, headers, secret, { now: later(400), toleranceSeconds: 500 })).resolves.toBeDefined();
  });
});

describe("an invalid delivery is refused:", () => {
  const headers = headersOf(body);
  const { "webhook-signature": _signature, ...unsigned } = headers;

  test.each([
    ["with another body", `${body} `, headers, secret, /^webhook-signature is not of any/],
    ["with another secret", body, headers, [other], /^webhook-signature is not of any/],
    ["without a secret", body, headers, [], /^webhook-signature is not of any/],
    ["with another id", body, { ...headers, "webhook-id": "evt_2" }, secret, /^webhook-signature is not of any/],
    ["without a signature", body, unsigned, secret, /^webhook-signature is missing/],
    [
      "with a signature of another version",
      body,
      { ...headers, "webhook-signature": headers["webhook-signature"].replace("v1,", "v2,") },
      secret,
      /not of any/,
    ],
    ["with a signature that is no base64", body, { ...headers, "webhook-signature": "v1,%%%" }, secret, /not of any/],
    ["with an invalid time", body, { ...headers, "webhook-timestamp": "now" }, secret, /^webhook-timestamp/],
    ["for an invalid secret", body, headers, "whsec_%", /^a secret must be/],
    ["for an empty secret", body, headers, "", /^a secret must be/],
  ])("%s", async (_why, text, given, secrets, message) => {
    const refused = webhooks.verify(text, given, secrets, { now });
    await expect(refused).rejects.toEqual(refusal(message));
    await expect(refused).rejects.toBeInstanceOf(CovergateError);
  });
});
