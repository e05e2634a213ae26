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
