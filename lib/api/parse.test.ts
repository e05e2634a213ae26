import { expect, test } from "vitest";
import { assertStorable, bodyLimit, parseJson, parser, readText, unknownSenderLimit } from "#lib/api/parse.ts";
import { createContract } from "#lib/insurance/contracts/endpoints.ts";

/** A request whose sender disconnects within the body. */
function brokenOff(headers: Record<string, string>): Request {
  let isBegun = false;
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      if (isBegun) return controller.error(new Error("aborted"));
      isBegun = true;
      controller.enqueue(Buffer.from('{"uid": '));
    },
  });
  const init = { method: "POST", headers, body, duplex: "half" };
  return new Request("http://localhost/v2/contracts", init);
}

test.each([{ "content-length": "1000" }, {}])("a body that breaks off is the sender's error, with the headers %j", async (headers) => {
  await expect(readText(brokenOff(headers))).rejects.toMatchObject({ errorName: "MALFORMED_REQUEST" });
});

test("a name quoted in a refusal is cut between whole characters", () => {
  const name = `${"a".repeat(99)}😀😀`;
  expect(() => parseJson(JSON.stringify({ [name]: "\0" }), null)).toThrow(`${"a".repeat(99)}😀 contains a NUL`);
});

test.each([
  [{ a: [0, { b: "\0" }] }, "a[1].b contains a NUL"],
  [{ a: [{ "\0": 1 }] }, "a[0] contains a NUL"],
  [["x", "\uD800"], "[1] contains a NUL or an incomplete character"],
  ["\0", "the body contains a NUL"],
])("what cannot be stored is named by its place: %j", (body, message) => {
  expect(() => parseJson(JSON.stringify(body), null)).toThrow(message);
});

test("a body may be nested 32 levels deep", () => {
  const nested = (levels: number) => "[".repeat(levels) + "]".repeat(levels);
  expect(() => parseJson(nested(32), null)).not.toThrow();
  expect(() => parseJson(nested(33), null)).toThrow("nested deeper than 32 levels");
});

test("every JSON text within the limit is looked through, and nothing larger", () => {
  const values = (count: number) => Array.from({ length: count }, () => 0);
  expect(() => parseJson(JSON.stringify(values(bodyLimit / 2 - 1)), null)).not.toThrow();
  expect(() => assertStorable(values(bodyLimit))).toThrow("more than 524288 values");
});

test.each([new Uint8Array(1), new Map(), new Date()])("what is no JSON is refused unseen", (value) => {
  const get = () => {
    throw new Error("it was looked through");
  };
  Object.defineProperty(value, "seen", { enumerable: true, get });
  expect(() => assertStorable({ a: [value] })).toThrow("the body is not plain JSON");
});

test.each([{}, { "content-length": "16385" }])(
  "a body over a lower limit is refused with that limit, with the headers %j",
  async (headers) => {
    const request = (bytes: number) => new Request("http://localhost/", { method: "POST", headers, body: "a".repeat(bytes) });
    await expect(readText(request(unknownSenderLimit + 1), unknownSenderLimit)).rejects.toThrow("the body is larger than 16 KiB");
  },
);

// rules/call-log.md#record-9
test.each([
  [
    { query: "", text: '{"uid":"a","products":[{"data":{"user_name":"<hidden:user_name>"}}]}' },
    "the body contains the placeholder <hidden:user_name>",
  ],
  [{ query: "", text: '{"description":"write to <hidden:email>"}' }, "the body contains the placeholder <hidden:email>"],
  [{ text: "{}", query: "?preview=%3Chidden:email%3E" }, "preview contains the placeholder <hidden:email>"],
])("a placeholder of a copied call is refused: %j", ({ text, query }, message) => {
  const request = new Request(`http://localhost/v2/contracts${query}`, { method: "POST", headers: { "content-type": "application/json" } });
  expect(() => parser(createContract)({ request, params: {}, text })).toThrow(`${message}; put the hidden value in its place`);
});
