import { expect, test } from "vitest";
import { parseJson, readText } from "#lib/http/parse.ts";

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
  [{ a: [0, { b: "\0" }] }, "a.1.b contains a NUL"],
  [{ a: [{ "\0": 1 }] }, "a.0 contains a NUL"],
  [["x", "\uD800"], "1 contains a NUL or an incomplete character"],
  ["\0", "the body contains a NUL"],
])("what cannot be stored is named by its place: %j", (body, message) => {
  expect(() => parseJson(JSON.stringify(body), null)).toThrow(message);
});

test("a body may be nested 32 levels deep", () => {
  const nested = (levels: number) => "[".repeat(levels) + "]".repeat(levels);
  expect(() => parseJson(nested(32), null)).not.toThrow();
  expect(() => parseJson(nested(33), null)).toThrow("nested deeper than 32 levels");
});
