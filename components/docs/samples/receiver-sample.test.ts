import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { connect, createServer } from "node:net";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { receiverSample } from "#components/docs/samples/guide-samples.ts";
import { deliveryHeaders } from "#lib/delivery/webhooks/post.ts";
import { signatureHeaders, signatureOf, timestampOf } from "#lib/delivery/webhooks/rules/signature.ts";
import { eventSamples } from "#lib/developer/events/samples.ts";

const secret = `whsec_${Buffer.from("a key of twenty-four byte").toString("base64")}`;
const other = `whsec_${Buffer.from("another of twenty-four byte").toString("base64")}`;

/** A port that nothing listens on. */
async function findFreePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve) => {
    probe.listen(0, "127.0.0.1", resolve);
  });
  const { port } = probe.address() as AddressInfo;
  await new Promise((resolve) => {
    probe.close(resolve);
  });
  return port;
}

/** Sends the beginning of a request, and hangs up. */
async function breakOff(port: number): Promise<void> {
  const sender = connect(port, "127.0.0.1");
  sender.write("POST /covergate HTTP/1.1\r\nhost: 127.0.0.1\r\nexpect: 100-continue\r\ncontent-length: 100\r\n\r\n{");
  // The receiver reads the body from here on.
  await once(sender, "data");
  sender.destroy();
}

test("the guide's receiver accepts only requests signed with its secret, and handles a repeated event once", async () => {
  const directory = mkdtempSync(join(tmpdir(), "covergate-receiver-"));
  const file = join(directory, "receiver.mts");
  writeFileSync(file, receiverSample);
  const port = await findFreePort();
  const receiver = spawn(process.execPath, [file], {
    env: { NODE_ENV: "test", NODE_NO_WARNINGS: "1", PORT: String(port), COVERGATE_WEBHOOK_SECRET: secret },
    stdio: ["ignore", "pipe", "inherit"],
  });
  let printed = "";
  receiver.stdout.setEncoding("utf8").on("data", (piece: string) => {
    printed += piece;
  });
  const deliver = (eventId: string, signedBy: string[]) => {
    const body = JSON.stringify({ event_type: "v2.contract.created", data: eventSamples["v2.contract.created"] });
    const content = { id: eventId, timestamp: timestampOf(new Date()), body };
    const signature = signedBy.length === 0 ? {} : signatureHeaders(content, signatureOf(content, signedBy));
    const headers = { ...deliveryHeaders({ eventId, deliveryId: "dlv_1", attempt: 1 }), ...signature };
    return fetch(`http://127.0.0.1:${port}/covergate`, { method: "POST", headers, body });
  };
  try {
    const refused = () => deliver("evt_1", [other]).then(({ status }) => status);
    await expect.poll(() => refused().catch(() => "not listening yet")).toBe(401);
    expect((await deliver("evt_1", [])).status).toBe(401);
    await breakOff(port);
    expect((await deliver("evt_1", [secret])).status).toBe(204);
    expect((await deliver("evt_1", [secret])).status).toBe(204);
    expect((await deliver("evt_2", [other, secret])).status).toBe(204);
    await expect.poll(() => printed.match(/v2\.contract\.created/g)?.length).toBe(2);
    expect(printed).toContain(eventSamples["v2.contract.created"].cid);
  } finally {
    receiver.kill();
    rmSync(directory, { recursive: true });
  }
});
