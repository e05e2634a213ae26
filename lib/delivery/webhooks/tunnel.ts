import type { Socket } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { callbackify } from "node:util";
import { Pool } from "undici";
import type { buildConnector } from "undici";
import { codeOf, toNetworkError, BlockedConnection } from "#lib/delivery/webhooks/network-error.ts";
import { isAddress, isPublicAddress } from "#lib/delivery/webhooks/rules/address.ts";

/** Rejects if the name has no address. */
export type ResolveHost = (hostname: string) => Promise<readonly string[]>;

/** Behind a proxy, the name servers of the machine may know no public name, or not answer. */
const resolveMs = 1_000;

/** Connections to a proxy, which makes the connections to the hosts. */
export interface Tunnels {
  pool: Pool;
  headers: Readonly<Record<string, string>>;
}

/** An http:// or https:// proxy; a user and a password in its address are sent to it. */
export function openTunnels(proxy: string, timeoutMs: number): Tunnels {
  const { origin, username, password } = new URL(proxy);
  const user = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  return {
    pool: new Pool(origin, { connect: { timeout: timeoutMs }, allowH2: false, headersTimeout: timeoutMs }),
    headers: user === ":" ? {} : { "proxy-authorization": `Basic ${Buffer.from(user).toString("base64")}` },
  };
}

/**
 * Connects by CONNECT, with TLS to the host inside. The proxy resolves the name again and decides on the address, so a name is refused
 * here only if it has a non-public address on this side, too (rules/deliveries.md#webhooks-8).
 */
export function connectThrough(tunnels: Tunnels, resolve: ResolveHost, secure: buildConnector.connector): buildConnector.connector {
  const open = callbackify(async ({ hostname, host = hostname, port }: buildConnector.Options) => {
    await assertPublic(hostname, resolve);
    return openTunnel(tunnels, port === "" ? `${host}:443` : host);
  });
  return (target, callback) =>
    open(target, (error, httpSocket) => {
      if (error === null) secure({ ...target, httpSocket }, callback);
      else callback(error, null);
    });
}

async function openTunnel({ pool, headers }: Tunnels, host: string): Promise<Socket> {
  const { statusCode, socket } = await pool.connect({ path: host, headers: { ...headers, host } }).catch((error: unknown) => {
    throw new BlockedConnection(toNetworkError("proxy_failed", codeOf(error)), { cause: error });
  });
  if (statusCode >= 200 && statusCode < 300) return socket as Socket;
  socket.destroy();
  throw new BlockedConnection(toNetworkError("proxy_refused", `its answer was ${statusCode}`));
}

async function assertPublic(hostname: string, resolve: ResolveHost): Promise<void> {
  const addresses = isAddress(hostname)
    ? [hostname]
    : await Promise.race([resolve(hostname).catch(() => []), pause(resolveMs, [], { ref: false })]);
  if (!addresses.every(isPublicAddress)) throw new BlockedConnection(toNetworkError("address_refused"));
}
