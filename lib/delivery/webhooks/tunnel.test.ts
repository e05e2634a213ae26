import { createServer } from "node:http";
import { connect } from "node:net";
import type { AddressInfo, Socket } from "node:net";
import { setImmediate as nextTurn } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { body, expectHungUp, headers, opening, send } from "#e2e/setup/sender.fixture.ts";
import { certificate } from "#lib/delivery/webhooks/certificate.fixture.ts";
import type { SenderSettings } from "#lib/delivery/webhooks/post.ts";
import { acceptConnections, receive, receiveSecurely } from "#lib/delivery/webhooks/receiver.fixture.ts";
import type { LoopbackReceiver } from "#lib/delivery/webhooks/receiver.fixture.ts";

interface Proxy {
  url: string;
  /** The hosts to which it was asked to connect. */
  asked: { host: string | undefined; authorization: string | undefined }[];
  close(): Promise<void>;
}

/** A proxy to which every host is this receiver, or which answers a CONNECT otherwise. */
async function startProxy(to: { port: number } | ((socket: Socket) => void)): Promise<Proxy> {
  const asked: Proxy["asked"] = [];
  const sockets = new Set<Socket>();
  const server = createServer();
  server.on("connect", ({ url, headers: sent }, duplex) => {
    const socket = duplex as Socket;
    sockets.add(socket);
    asked.push({ host: url, authorization: sent["proxy-authorization"] });
    socket.on("error", () => undefined);
    if (typeof to === "function") {
      to(socket);
      return;
    }
    const receiver = connect(to.port, "127.0.0.1", () => {
      socket.write("HTTP/1.1 200 Connection established\r\n\r\n");
      socket.pipe(receiver).pipe(socket);
    });
    receiver.on("error", () => socket.destroy());
    socket.on("close", () => receiver.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    close: () =>
      new Promise((resolve) => {
        for (const socket of sockets) socket.destroy();
        server.close(() => resolve());
      }),
  };
}

const url = "https://hooks.example.com/covergate?token=s3cret";
const publicName = () => Promise.resolve(["93.184.215.14"]);
const through = (proxy: string, settings: Partial<SenderSettings> = {}) =>
  send({ allowedHosts: [], proxy, resolve: publicName, tls: { ca: certificate.cert }, timeoutMs: 3_000, ...settings });

// rules/deliveries.md#webhooks-8
describe("with a proxy", () => {
  test("a delivery reaches its host through it, with TLS to the host inside", async () => {
    const receiver = await opening(receiveSecurely());
    const proxy = await opening(startProxy(receiver));
    const { post } = await through(proxy.url.replace("//", "//ada:p%40ss@"));
    expect(await post({ url, body, headers })).toMatchObject({ kind: "response", status: 200, body: "ok" });
    expect(receiver.requests).toMatchObject([{ path: "/covergate?token=s3cret", headers: { host: "hooks.example.com" } }]);
    expect(receiver.requests[0]?.headers).not.toHaveProperty("proxy-authorization");
    const authorization = `Basic ${Buffer.from("ada:p@ss").toString("base64")}`;
    expect(proxy.asked).toEqual([{ host: "hooks.example.com:443", authorization }]);
    await post({ url: "https://hooks.example.com:8443/", body, headers });
    expect(proxy.asked.at(-1)?.host).toBe("hooks.example.com:8443");
  });

  test("deliveries to one host share a connection, and those at once each have one", async () => {
    const receiver = await opening(receiveSecurely());
    const proxy = await opening(startProxy(receiver));
    const { post } = await through(proxy.url);
    for (let count = 0; count < 3; count += 1) {
      await post({ url, body, headers });
      // The sender keeps the connection once the answer is read.
      await nextTurn();
    }
    expect(proxy.asked).toHaveLength(1);
    const answers = await Promise.all(Array.from({ length: 8 }, () => post({ url, body, headers })));
    expect(answers.map((answer) => answer.kind)).toEqual(Array.from({ length: 8 }, () => "response"));
  });

  test("a name that only the proxy can resolve is reached", async () => {
    const proxy = await opening(startProxy(await opening(receiveSecurely())));
    const { post } = await through(proxy.url, { resolve: () => Promise.reject(new Error("ENOTFOUND")) });
    expect(await post({ url, body, headers })).toMatchObject({ kind: "response", status: 200 });
    const silent = await through(proxy.url, { resolve: () => new Promise(() => undefined) });
    expect(await silent.post({ url, body, headers })).toMatchObject({ kind: "response", status: 200 });
  });

  test.each<[string, string, string[], string]>([
    ["a name with a private address", url, ["93.184.215.14", "10.0.0.7"], "address_refused"],
    ["a name of the metadata service", url, ["169.254.169.254"], "address_refused"],
    ["a private address", "https://10.0.0.7/", [], "url_refused"],
    ["a private name", "https://vault.internal/", [], "url_refused"],
  ])("%s is refused before the proxy hears of it", async (_what, target, addresses, error) => {
    const proxy = await opening(startProxy(await opening(receiveSecurely())));
    const { post } = await through(proxy.url, { resolve: () => Promise.resolve(addresses) });
    expect(await post({ url: target, body, headers })).toMatchObject({ kind: "failure", error });
    expect(proxy.asked).toEqual([]);
  });

  test("an exempt host is reached without it", async () => {
    const [receiver, proxy] = [await opening(receive()), await opening(startProxy({ port: 1 }))];
    const { post } = await through(proxy.url, { allowedHosts: ["localhost"] });
    expect(await post({ url: receiver.url, body, headers })).toMatchObject({ kind: "response", status: 200 });
    expect(proxy.asked).toEqual([]);
  });
});

describe("through a proxy, what failed is named by what happened:", () => {
  const answer = (text: string) => (socket: Socket) => void socket.end(text);
  const refused = "The proxy of this installation made no connection to the host";
  const failed = "The proxy of this installation could not be used";

  test.each<[string, (socket: Socket) => void, object]>([
    ["its refusal", answer("HTTP/1.1 403 Forbidden\r\n\r\n"), { error: "proxy_refused", message: `${refused} (its answer was 403).` }],
    [
      "a wrong password",
      answer("HTTP/1.1 407 Proxy Authentication Required\r\n\r\n"),
      { error: "proxy_refused", message: `${refused} (its answer was 407).` },
    ],
    ["a host that it cannot reach", answer("HTTP/1.1 502 Bad Gateway\r\n\r\n"), { error: "proxy_refused" }],
    ["its reset", (socket) => void socket.resetAndDestroy(), { error: "proxy_failed" }],
    ["its hanging up", (socket) => void socket.destroy(), { error: "proxy_failed", message: `${failed} (UND_ERR_SOCKET).` }],
    ["another protocol", answer("SSH-2.0-OpenSSH_9.9\r\n"), { error: "proxy_failed" }],
    ["its silence", () => undefined, { error: "timeout" }],
  ])("%s", async (_what, respond, expected) => {
    const proxy = await opening(startProxy(respond));
    const { post } = await through(proxy.url, { timeoutMs: 1_000 });
    expect(await post({ url, body, headers })).toMatchObject({ kind: "failure", ...expected });
    expect(proxy.asked).toHaveLength(1);
  });

  test("a proxy that is not there", async () => {
    const proxy = await startProxy({ port: 1 });
    await proxy.close();
    const { post } = await through(proxy.url);
    expect(await post({ url, body, headers })).toMatchObject({ error: "proxy_failed", message: `${failed} (ECONNREFUSED).` });
  });

  test("a proxy whose certificate nobody vouches for", async () => {
    const proxy = await opening(receiveSecurely());
    const { post } = await through(proxy.url);
    expect(await post({ url, body, headers })).toMatchObject({ kind: "failure", error: "proxy_failed" });
    expect(proxy.requests).toEqual([]);
  });

  test.each<[string, () => Promise<LoopbackReceiver>, string]>([
    ["a receiver without TLS", () => receive(), "tls_failed"],
    ["a receiver that hangs up", () => acceptConnections((socket) => socket.destroy()), "connection_lost"],
    [
      "a receiver that hangs up during TLS",
      () => acceptConnections((socket) => socket.once("data", () => socket.destroy())),
      "connection_lost",
    ],
    ["a silent receiver", () => acceptConnections(() => undefined), "timeout"],
  ])("%s", async (_what, open, error) => {
    const receiver = await opening(open());
    const proxy = await opening(startProxy(receiver));
    const { post } = await through(proxy.url, { timeoutMs: 1_000 });
    expect(await post({ url, body, headers })).toMatchObject({ kind: "failure", error });
    await expectHungUp(receiver);
  });

  test("a certificate of another name", async () => {
    const proxy = await opening(startProxy(await opening(receiveSecurely())));
    const { post } = await through(proxy.url);
    expect(await post({ url: "https://other.example.com/", body, headers })).toMatchObject({ kind: "failure", error: "tls_failed" });
  });

  test.each([
    ["a redirect, which is not followed", 302],
    ["an error of the receiver", 502],
  ])("%s", async (_what, status) => {
    const receiver = await opening(receiveSecurely((response) => response.writeHead(status, { location: "https://10.0.0.7/" }).end()));
    const proxy = await opening(startProxy(receiver));
    const { post } = await through(proxy.url);
    expect(await post({ url, body, headers })).toMatchObject({ kind: "response", status });
    expect(proxy.asked).toHaveLength(1);
  });

  test("an answer after interim ones", async () => {
    const receiver = await opening(
      receiveSecurely((response) => {
        response.writeContinue();
        response.writeEarlyHints({ link: "</style.css>; rel=preload" });
        response.end("ok");
      }),
    );
    const { post } = await through((await opening(startProxy(receiver))).url);
    expect(await post({ url, body, headers })).toMatchObject({ kind: "response", status: 200, body: "ok" });
    expect(receiver.requests).toHaveLength(1);
  });
});
