import { networkInterfaces } from "node:os";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createSender, deliveryHeaders } from "#lib/delivery/webhooks/post.ts";
import { acceptConnections } from "#lib/delivery/webhooks/receiver.fixture.ts";
import type { LoopbackReceiver } from "#lib/delivery/webhooks/receiver.fixture.ts";

// Any of these that reach the local machine reach these receivers, on the port that stands for PORT.
const hasIPv6 = Object.values(networkInterfaces()).some((addresses) => addresses?.some(({ address }) => address === "::1"));
let receivers: LoopbackReceiver[];
let port: number;

beforeAll(async () => {
  const v4 = await acceptConnections((socket) => socket.end());
  port = v4.port;
  receivers = hasIPv6 ? [v4, await acceptConnections((socket) => socket.end(), { host: "::1", port })] : [v4];
});

afterAll(async () => {
  for (const receiver of receivers) await receiver.close();
});

const connections = () => receivers.reduce((sum, receiver) => sum + receiver.connections(), 0);

const headers = deliveryHeaders({ eventId: "evt_1", deliveryId: "dlv_1", attempt: 1 });

/** Posts to a URL while every name resolves to the given addresses, one list per query. */
async function postTo(url: string, ...answers: (readonly string[])[]) {
  const rest = [...answers];
  const sender = createSender({ allowedHosts: [], resolve: () => Promise.resolve(rest.shift() ?? ["127.0.0.1"]), timeoutMs: 3_000 });
  try {
    return await sender.post({ url: `${url.replace("PORT", String(port))}?token=s3cret`, body: "{}", headers });
  } finally {
    await sender.close();
  }
}

const hostileUrls = [
  "http://hooks.example.com:PORT/",
  "http://127.0.0.1:PORT/",
  "https://127.0.0.1:PORT/",
  "https://127.0.0.1.:PORT/",
  "https://127.1:PORT/",
  "https://127.0.1:PORT/",
  "https://2130706433:PORT/",
  "https://0x7f000001:PORT/",
  "https://0x7F.0.0.0x1:PORT/",
  "https://0177.0.0.1:PORT/",
  "https://0177.0.0.01:PORT/",
  "https://017700000001:PORT/",
  "https://127.255.255.254:PORT/",
  "https://0.0.0.0:PORT/",
  "https://0:PORT/",
  "https://[::1]:PORT/",
  "https://[0:0:0:0:0:0:0:1]:PORT/",
  "https://[::]:PORT/",
  "https://[::ffff:127.0.0.1]:PORT/",
  "https://[::ffff:7f00:1]:PORT/",
  "https://[::127.0.0.1]:PORT/",
  "https://[::ffff:0:7f00:1]:PORT/",
  "https://[64:ff9b::127.0.0.1]:PORT/",
  "https://[2002:7f00:1::]:PORT/",
  "https://[2001:0:7f00:1::80ff:fffe]:PORT/",
  "https://[fe80::1]:PORT/",
  "https://[::1%25lo]:PORT/",
  "https://１２７.０.０.１:PORT/",
  "https://127。0。0。1:PORT/",
  "https://127%2e0%2e0%2e1:PORT/",
  "https://localhost:PORT/",
  "https://LocalHost:PORT/",
  "https://localhost.:PORT/",
  "https://hooks.localhost:PORT/",
  "https://localhost.localdomain:PORT/",
  "https://ip6-localhost:PORT/",
  "https://ⓛocalhost:PORT/",
  "https://ｌｏｃａｌｈｏｓｔ:PORT/",
  "https://l\u043ecalhost:PORT/",
  "https://loc\u00adalhost:PORT/",
  "https://%6c%6f%63%61%6c%68%6f%73%74:PORT/",
  "https://hooks.example.com.:PORT/",
  "https://host.docker.internal:PORT/",
  "https://user@127.0.0.1:PORT/",
  "https://user:pass@hooks.example.com:PORT/",
  "https://hooks.example.com@127.0.0.1:PORT/",
  "https://hooks.example.com:443@127.0.0.1:PORT/",
  "https://hooks.example.com\\@127.0.0.1:PORT/",
  "https://127.0.0.1:PORT\\@hooks.example.com/",
  "https://127.0.0.1:PORT#@hooks.example.com/",
  "https://h\u043eoks.example.com:PORT/",
  "https://hooks.example.com:22/",
  "https://169.254.169.254/latest/meta-data/",
  "https://[fd00:ec2::254]/latest/meta-data/",
  "https://metadata.google.internal/computeMetadata/v1/",
  "ftp://127.0.0.1:PORT/",
  "file:///etc/passwd",
  "unix:/var/run/docker.sock",
];

const hostileAnswers = [
  ["127.0.0.1"],
  ["127.0.0.2"],
  ["0.0.0.0"],
  ["::1"],
  ["::"],
  ["::ffff:127.0.0.1"],
  ["::ffff:7f00:1"],
  ["::127.0.0.1"],
  ["::ffff:0:7f00:1"],
  ["64:ff9b::7f00:1"],
  ["64:ff9b:1::7f00:1"],
  ["2002:7f00:1::1"],
  ["2001:0:7f00:1::80ff:fffe"],
  ["fe80::1%lo"],
  ["::1%lo"],
  ["10.0.0.1"],
  ["172.16.0.1"],
  ["192.168.0.1"],
  ["100.64.0.1"],
  ["169.254.169.254"],
  ["::ffff:169.254.169.254"],
  ["168.63.129.16"],
  ["192.0.0.192"],
  ["198.18.0.1"],
  ["203.0.113.1"],
  ["224.0.0.1"],
  ["240.0.0.1"],
  ["255.255.255.255"],
  ["fd00:ec2::254"],
  ["fc00::1"],
  ["fec0::1"],
  ["ff02::1"],
  ["2001:db8::1"],
  ["100::1"],
  ["2130706433"],
  ["0x7f000001"],
  ["0177.0.0.1"],
  ["localhost"],
  ["127.0.0.1", "::1", "::ffff:127.0.0.1"],
  [],
];

describe("no connection is made", () => {
  test.each(hostileUrls)("for the URL %s", async (url) => {
    const answer = await postTo(url);
    expect(answer).toMatchObject({ kind: "failure", error: "url_refused" });
    expect(JSON.stringify(answer)).not.toContain("s3cret");
    expect(connections()).toBe(0);
  });

  test.each(hostileAnswers.map((addresses) => [addresses]))("for a name that resolves to %j", async (addresses) => {
    const answer = await postTo("https://hooks.example.com:PORT/", addresses);
    expect(answer).toMatchObject({ kind: "failure", error: "address_refused" });
    expect(JSON.stringify(answer)).not.toContain("s3cret");
    expect(connections()).toBe(0);
  });
});

describe("DNS rebinding", () => {
  // rules/deliveries.md#webhooks-3
  test("is caught because a name is resolved and checked again for every connection", async () => {
    let asked = 0;
    const sender = createSender({
      allowedHosts: [],
      resolve: () => Promise.resolve(asked++ % 2 === 0 ? ["::ffff:127.0.0.1"] : ["127.0.0.1"]),
    });
    const url = `https://hooks.example.com:${port}/`;
    for (let attempt = 1; attempt <= 4; attempt += 1) {
      expect(await sender.post({ url, body: "{}", headers })).toMatchObject({ kind: "failure", error: "address_refused" });
      expect(asked).toBe(attempt);
    }
    await sender.close();
    expect(connections()).toBe(0);
  });
});

test("the receivers of this test count connections: an exempt host reaches them", async () => {
  const sender = createSender({ allowedHosts: ["127.0.0.1", "[::1]"] });
  for (const host of ["127.0.0.1", "[::1]"]) await sender.post({ url: `http://${host}:${port}/`, body: "{}", headers });
  await sender.close();
  expect(receivers.map((receiver) => receiver.connections())).toEqual(receivers.map(() => 1));
});
