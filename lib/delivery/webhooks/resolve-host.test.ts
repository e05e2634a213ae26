import { createSocket } from "node:dgram";
import type { Socket } from "node:dgram";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createResolver } from "#lib/delivery/webhooks/post.ts";
import type { ResolveHost } from "#lib/delivery/webhooks/post.ts";

const typeA = 1;
const typeAaaa = 28;
const failed = 2;
const noSuchName = 3;

/** The zone of the test's name server: an address in bytes or a DNS error code for each type. */
const zone: Record<string, Partial<Record<number, Buffer | number>>> = {
  "both.example.com": { [typeA]: Buffer.of(1, 1, 1, 1), [typeAaaa]: Buffer.from("26064700000000000000000000001111", "hex") },
  "four.example.com": { [typeA]: Buffer.of(1, 1, 1, 1) },
  "six.example.com": { [typeA]: failed, [typeAaaa]: Buffer.from("00000000000000000000000000000001", "hex") },
  "none.example.com": {},
  "failing.example.com": { [typeA]: failed, [typeAaaa]: failed },
};

let server: Socket;
let resolve: ResolveHost;

beforeAll(async () => {
  server = createSocket("udp4", (query, { port, address }) => {
    const reply = answerTo(query);
    if (reply !== undefined) server.send(reply, port, address);
  });
  await new Promise<void>((done) => server.bind(0, "127.0.0.1", done));
  resolve = createResolver([`127.0.0.1:${server.address().port}`]);
});

afterAll(() => new Promise<void>((done) => server.close(done)));

describe("the addresses of a name", () => {
  test.each([
    ["both.example.com", ["1.1.1.1", "2606:4700::1111"]],
    ["four.example.com", ["1.1.1.1"]],
    ["six.example.com", ["::1"]],
  ])("%s: %j", async (hostname, addresses) => {
    expect(await resolve(hostname)).toEqual(addresses);
  });

  test.each([
    ["none.example.com", "ENODATA"],
    ["failing.example.com", "ESERVFAIL"],
    ["unknown.example.com", "ENOTFOUND"],
    ["ip6-loopback", "ENOTFOUND"],
  ])("%s: %s", async (hostname, code) => {
    await expect(resolve(hostname)).rejects.toMatchObject({ code });
  });

  test("are found while other names wait for their servers", async () => {
    const waiting = Promise.allSettled(Array.from({ length: 20 }, (_each, index) => resolve(`silent-${index}.example.com`)));
    expect(await Promise.race([resolve("four.example.com"), waiting])).toEqual(["1.1.1.1"]);
    expect(await waiting).toMatchObject(Array.from({ length: 20 }, () => ({ status: "rejected", reason: { code: "ETIMEOUT" } })));
  });
});

/** The reply to a DNS query (RFC 1035, § 4); none for a name that begins with "silent". */
function answerTo(query: Buffer): Buffer | undefined {
  const labels: string[] = [];
  let offset = 12;
  for (let length = query[offset]!; length > 0; length = query[offset]!) {
    labels.push(query.toString("latin1", offset + 1, offset + 1 + length));
    offset += length + 1;
  }
  const name = labels.join(".");
  if (name.startsWith("silent")) return undefined;
  const type = query.readUInt16BE(offset + 1);
  const found = zone[name] === undefined ? noSuchName : zone[name][type];
  const header = Buffer.from(query.subarray(0, 12));
  header.writeUInt16BE(0x8180 + (typeof found === "number" ? found : 0), 2);
  header.writeUInt16BE(found instanceof Buffer ? 1 : 0, 6);
  header.fill(0, 8);
  const parts = [header, query.subarray(12, offset + 5)];
  if (found instanceof Buffer) parts.push(Buffer.of(0xc0, 12, 0, type, 0, 1, 0, 0, 0, 60, 0, found.length), found);
  return Buffer.concat(parts);
}
