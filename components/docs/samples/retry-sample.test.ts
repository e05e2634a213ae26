import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, onTestFinished, test } from "vitest";
import { retrySample } from "#components/docs/samples/guide-samples.ts";

const run = promisify(execFile);

function unavailableUntil(date: Date, response: ServerResponse): ServerResponse {
  return Date.now() < date.getTime() ? response.writeHead(503, { "retry-after": date.toUTCString() }).end() : response.end("{}");
}

/** Sends a write with the sample to an API that answers as told; returns the status it ended with, and the keys that arrived. */
async function sendTo(answers: readonly (readonly [status: number, retryAfter?: string] | "no response" | Date)[]) {
  const keys: (string | undefined)[] = [];
  const server = createServer((request, response) => {
    const answer = answers[keys.length] ?? [200];
    keys.push(request.headers["idempotency-key"]?.toString());
    if (answer === "no response") return request.socket.destroy();
    // Away until then, as a proxy says it.
    if (answer instanceof Date) return unavailableUntil(answer, response);
    const [status, retryAfter] = answer;
    return response.writeHead(status, retryAfter === undefined ? {} : { "retry-after": retryAfter }).end("{}");
  });
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  const directory = mkdtempSync(join(tmpdir(), "covergate-retry-"));
  onTestFinished(() => {
    server.close();
    rmSync(directory, { recursive: true });
  });
  const file = join(directory, "retry.mts");
  writeFileSync(file, `${retrySample}\nconst { status } = await send("POST", "/contracts", {}, "booking-1");\nconsole.log(status);\n`);
  const COVERGATE_BASE_URL = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const { stdout } = await run(process.execPath, [file], { env: { NODE_ENV: "test", NODE_NO_WARNINGS: "1", COVERGATE_BASE_URL } });
  return { status: Number(stdout), keys };
}

test("the guide's request is repeated under one key until there is a final response", async () => {
  const sent = await sendTo([[429, "0"], "no response", [409, "0"], [503, "0"]]);
  expect(sent).toEqual({ status: 200, keys: Array.from({ length: 5 }, () => "booking-1") });
});

test("a request pauses between its attempts, also where a proxy names a date", async () => {
  const back = new Date(Date.now() + 1500);
  expect(await sendTo(Array.from({ length: 6 }, () => back))).toMatchObject({ status: 200 });
});

test("a request that is refused for good is not repeated", async () => {
  expect(await sendTo([[400]])).toEqual({ status: 400, keys: ["booking-1"] });
  expect(await sendTo([[409]]), "a conflict of claims").toMatchObject({ status: 409, keys: { length: 1 } });
  expect(await sendTo([[429]]), "the limit of open contracts").toMatchObject({ status: 429, keys: { length: 1 } });
});
