import { Duplex } from "node:stream";
import { expect, onTestFinished, test, vi } from "vitest";
import { loseDatabase } from "#e2e/setup/own-database.ts";
import { generateKey } from "#lib/account/keys/secrets.ts";
import { errorSchema } from "#lib/api/openapi/envelopes.ts";
import { notFound, rejectUnparsed } from "#lib/api/unrouted.ts";
import { log } from "#lib/platform/log/log.ts";

test("an unknown path is answered in the envelope even while the database is down", async () => {
  onTestFinished(await loseDatabase());
  const told = vi.spyOn(log, "error").mockReturnValue();
  const answer = await notFound(new Request("http://localhost/v2/products/a/b", { headers: { key: generateKey("development") } }), {
    params: {},
  });
  const body = errorSchema("product", 503).parse(await answer.json());
  const executionId = answer.headers.get("x-execution-id");
  expect(answer.status).toBe(503);
  expect(answer.headers.get("retry-after")).toBe("1");
  expect(body).toMatchObject({ code: 503, execution_id: executionId });
  expect(told).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ executionId }), "a call failed");
  told.mockRestore();
});

/** Returns what a connection receives before it ends. */
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
  rejectUnparsed(Object.assign(new Error("a parse error"), { code }), connection);
  return { said, isEnded: connection.destroyed };
}

test.each([
  ["ERR_HTTP_REQUEST_TIMEOUT", "408 Request Timeout", 408],
  ["HPE_CHUNK_EXTENSIONS_OVERFLOW", "413 Payload Too Large", 413],
  ["HPE_HEADER_OVERFLOW", "431 Request Header Fields Too Large", 431],
  ["HPE_INVALID_METHOD", "400 Bad Request", 400],
])("%s is answered with %s, and the connection is closed", (name, line, code) => {
  const { said, isEnded } = refused(name);
  const [head = "", body = ""] = said.split("\r\n\r\n");
  expect(head.split("\r\n")[0]).toBe(`HTTP/1.1 ${line}`);
  expect(head).toContain(`content-length: ${Buffer.byteLength(body)}`);
  expect(JSON.parse(body)).toMatchObject({ status: "error", error: { code } });
  expect(isEnded).toBe(true);
});

test("nothing is written to a closed connection", () => {
  expect(refused("ECONNRESET", { isWritable: false })).toEqual({ said: "", isEnded: true });
});
