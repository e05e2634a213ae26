import { expect, test } from "vitest";
import { assertStorable, bodyLimit, parseJson, parser, readText, unknownSenderLimit } from "#lib/api/parse.ts";
import { createClaim } from "#lib/insurance/claims/endpoints.ts";
import { sampleClaimBody } from "#lib/insurance/claims/rules/claim.fixture.ts";
import { createContract } from "#lib/insurance/contracts/endpoints.ts";
import { listProducts } from "#lib/insurance/products/endpoints.ts";

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

// rules/errors.md#requests-14
test.each([
  ['{"value_excl":14000,"value_excl":100}', "value_excl"],
  ['{"products":[{"data":{}},{"data":{"user_name":"Ada","us\\u0065r_name":"Eve"}}]}', "products[1].data.user_name"],
  ['{"a":{"b":[1,{"c":[{}, {"d":1,"e":2,"d" : 1}]}]}}', "a.b[1].c[1].d"],
  ['[{"type":"a"},{"type":"a","type":"b"}]', "[1].type"],
  ['{"__proto__":1,"__proto__":2}', "__proto__"],
  [`{"note":"${"\\\\".repeat(50)}","note":""}`, "note"],
  [`{"${"x".repeat(200)}":1,"${"x".repeat(200)}":2}`, "x".repeat(100)],
])("a name that stands twice in one object is refused and named: %s", (text, field) => {
  const parse = () => parseJson(text, null);
  expect(parse).toThrow(`${field} stands twice in the same object; send it once`);
  expect(parse).toThrow(expect.objectContaining({ errorName: "MALFORMED_REQUEST", field }));
});

// rules/errors.md#requests-14
test.each([
  '{"a":1,"b":{"a":1},"c":[{"a":1},{"a":2}]}',
  '{"note":"\\"a\\": 1, \\"a\\": 2","a":1}',
  '{"a":": x","b":":"}',
  '{"ends in a backslash\\\\":1,"b":2}',
  '{"A":1,"a":2}',
])("a name may stand in several objects and texts: %s", (text) => {
  expect(parseJson(text, null)).toEqual(JSON.parse(text));
});

// rules/errors.md#requests-8
test("a parameter without a name is refused with a field, however often it is sent", () => {
  for (const query of ["?=1", "?=1&=2"]) {
    const request = new Request(`http://localhost/v2/products${query}`);
    const parse = () => parser(listProducts)({ request, params: {}, text: "" });
    expect(parse).toThrow('the query parameter "" is not accepted here');
    expect(parse).toThrow(expect.objectContaining({ field: '""' }));
  }
});

// rules/claims.md#matrix-4
test("a question is kept under any name", () => {
  const headers = { "content-type": "application/json" };
  const request = new Request("http://localhost/v2/claims", { method: "POST", headers });
  for (const name of ["__proto__", "constructor", "toString"]) {
    const body = JSON.stringify(sampleClaimBody).replace('"questions":{', `"questions":{"${name}":"own",`);
    for (const text of [body, body.replace("_", String.raw`\u005f`)]) {
      const { questions } = parser(createClaim)({ request, params: {}, text }).body;
      expect(Object.entries(questions)).toEqual([[name, "own"], ...Object.entries(sampleClaimBody.questions)]);
    }
    const wrong = body.replace(`"${name}":"own"`, `"${name}":7`);
    const refuse = () => parser(createClaim)({ request, params: {}, text: wrong });
    expect(refuse).toThrow(`questions.${name}: must be true, false or a text`);
    expect(refuse).toThrow(expect.objectContaining({ field: `questions.${name}` }));
  }
});

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
