import { Duplex } from "node:stream";
import { expect, test } from "vitest";
import { refuseUnparsed } from "#lib/http/unread.ts";

/** What a connection is told before it ends. */
function refused(code: string, { isWritable = true } = {}): { said: string; isEnded: boolean } {
  let said = "";
  const connection = new Duplex({
    read: () => undefined,
    write: (chunk: Buffer, _encoding, done) => {
      said += chunk.toString();
      done();
    },
  }).on("error", () => undefined);
  if (!isWritable) connection.destroy();
  refuseUnparsed(Object.assign(new Error("a parse error"), { code }), connection);
  return { said, isEnded: connection.destroyed };
}

test.each([
  ["ERR_HTTP_REQUEST_TIMEOUT", "408 Request Timeout", 408],
  ["HPE_CHUNK_EXTENSIONS_OVERFLOW", "413 Payload Too Large", 413],
  ["HPE_HEADER_OVERFLOW", "431 Request Header Fields Too Large", 431],
  ["HPE_INVALID_METHOD", "400 Bad Request", 400],
])("%s is answered %s, and ends the connection", (name, line, code) => {
  const { said, isEnded } = refused(name);
  const [head = "", body = ""] = said.split("\r\n\r\n");
  expect(head.split("\r\n")[0]).toBe(`HTTP/1.1 ${line}`);
  expect(head).toContain(`content-length: ${Buffer.byteLength(body)}`);
  expect(JSON.parse(body)).toMatchObject({ status: "error", error: { code } });
  expect(isEnded).toBe(true);
});

test("a connection that is gone is told nothing", () => {
  expect(refused("ECONNRESET", { isWritable: false })).toEqual({ said: "", isEnded: true });
});
