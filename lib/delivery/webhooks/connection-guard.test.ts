import type { Socket } from "node:net";
import { buildConnector } from "undici";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { waitFor } from "#e2e/setup/wait-for.ts";
import { buildGuardedConnector, guardConnector, lookUpPublic } from "#lib/delivery/webhooks/post.ts";
import type { ResolveHost } from "#lib/delivery/webhooks/post.ts";
import { acceptConnections } from "#lib/delivery/webhooks/receiver.fixture.ts";
import type { LoopbackReceiver } from "#lib/delivery/webhooks/receiver.fixture.ts";

let receiver: LoopbackReceiver;
let received: string;

beforeEach(async () => {
  received = "";
  receiver = await acceptConnections((socket) => socket.on("data", (chunk) => (received += chunk.toString())));
});

afterEach(() => receiver.close());

function connect(connector: buildConnector.connector, hostname: string): Promise<Socket | Error> {
  const host = `${hostname.includes(":") ? `[${hostname}]` : hostname}:${receiver.port}`;
  return new Promise((resolve) =>
    connector({ protocol: "http:", hostname, host, port: String(receiver.port) }, (error, socket) => resolve(error ?? socket)),
  );
}

const blocked = { name: "BlockedConnection", failure: { error: "address_refused" } };

function guarded(resolve: ResolveHost, allowedHosts: readonly string[] = []) {
  return buildGuardedConnector({ allowedHosts, resolve, timeoutMs: 2_000 });
}

describe("no connection is made, even if the URL rule were bypassed,", () => {
  test.each(["127.0.0.1", "::1", "::ffff:7f00:1", "64:ff9b::7f00:1", "0.0.0.0", "::", "169.254.169.254"])(
    "to the host %s",
    async (hostname) => {
      expect(
        await connect(
          guarded(() => Promise.reject(new Error("an address is not looked up"))),
          hostname,
        ),
      ).toMatchObject(blocked);
      expect(receiver.connections()).toBe(0);
    },
  );

  test.each(["localhost", "hooks.example.com", "127.1", "2130706433"])("to the host %s, which the system may resolve", async (hostname) => {
    expect(
      await connect(
        guarded(() => Promise.resolve(["127.0.0.1"])),
        hostname,
      ),
    ).toMatchObject(blocked);
    expect(receiver.connections()).toBe(0);
  });
});

describe("a look-up", () => {
  function lookUp(...answers: (readonly string[])[]) {
    const resolve = vi.fn<ResolveHost>(() => Promise.resolve(answers.shift() ?? []));
    const result = new Promise<unknown>((done) =>
      lookUpPublic(resolve)("hooks.example.com", { all: true }, (error, found) => done(error ?? found)),
    );
    return { resolve, result };
  }

  test("returns only the public addresses", async () => {
    const { result } = lookUp(["10.0.0.1", "1.1.1.1", "::1", "2606:4700::1111", "::ffff:127.0.0.1"]);
    expect(await result).toEqual([
      { address: "1.1.1.1", family: 4 },
      { address: "2606:4700::1111", family: 6 },
    ]);
  });

  test("happens once, so that the checked addresses are the connected ones", async () => {
    const { resolve, result } = lookUp(["1.1.1.1"], ["127.0.0.1"]);
    expect(await result).toEqual([{ address: "1.1.1.1", family: 4 }]);
    expect(resolve).toHaveBeenCalledTimes(1);
  });

  test.each([
    ["no address", []],
    ["none that is public", ["192.168.1.1", "fe80::1"]],
    ["something that is no address", ["localhost", "2130706433"]],
  ])("is refused if it finds %s", async (_case, answer) => {
    expect(await lookUp(answer).result).toMatchObject(blocked);
  });
});

test("a socket that still reached a private address is closed before a byte is written", async () => {
  const rebound = buildConnector({ lookup: (_hostname, _options, callback) => callback(null, [{ address: "127.0.0.1", family: 4 }]) });
  expect(await connect(rebound, "hooks.example.com")).toMatchObject({ remoteAddress: "127.0.0.1" });
  expect(await connect(guardConnector(rebound), "hooks.example.com")).toMatchObject(blocked);
  await waitFor(() => expect(receiver.connections()).toBe(2));
  await waitFor(() => expect(receiver.open()).toBe(1));
  expect(received).toBe("");
});

test("an exempt host is connected to on its port only", async () => {
  const connector = guarded(
    () => Promise.reject(new Error("an exempt host is the system's to look up")),
    [`localhost:${receiver.port}`, "127.0.0.1:1"],
  );
  expect(await connect(connector, "localhost")).toMatchObject({ remoteAddress: "127.0.0.1" });
  expect(await connect(connector, "127.0.0.1")).toMatchObject(blocked);
  expect(receiver.connections()).toBe(1);
});
