import { Resolver } from "node:dns/promises";
import { isIP } from "node:net";
import type { LookupFunction } from "node:net";
import { callbackify } from "node:util";
import { buildConnector } from "undici";
import { codeOf, toNetworkError, BlockedConnection } from "#lib/delivery/webhooks/network-error.ts";
import { isAddress, isPublicAddress } from "#lib/delivery/webhooks/rules/address.ts";
import { isExemptHost } from "#lib/delivery/webhooks/rules/callback-url.ts";
import { connectThrough } from "#lib/delivery/webhooks/tunnel.ts";
import type { ResolveHost, Tunnels } from "#lib/delivery/webhooks/tunnel.ts";

type Connector = buildConnector.connector;

export interface ConnectionSettings {
  allowedHosts: readonly string[];
  resolve: ResolveHost;
  /** Certificate authorities in PEM, instead of the system's. */
  ca?: string | undefined;
  /** The time limit of the whole connection, TLS included. */
  timeoutMs: number;
  /** The pool of connections to the proxy through which every host but an exempt one is reached. */
  tunnels?: Tunnels | undefined;
}

/** Connects to public addresses only, except for exempt hosts (rules/deliveries.md#webhooks-3, #webhooks-4, #webhooks-8). */
export function buildGuardedConnector({ allowedHosts, resolve, ca, timeoutMs, tunnels }: ConnectionSettings): Connector {
  const options = {
    timeout: timeoutMs,
    allowH2: false,
    autoSelectFamily: true,
    // Node's default of 250 ms gives up on distant hosts.
    autoSelectFamilyAttemptTimeout: 2_500,
    ...(ca === undefined ? {} : { ca }),
  };
  const exempt = buildConnector(options);
  const guarded =
    tunnels === undefined
      ? guardConnector(buildConnector({ ...options, lookup: lookUpPublic(resolve) }))
      : connectThrough(tunnels, resolve, exempt);
  return (target, callback) => {
    const url = new URL(`${target.protocol}//${target.host ?? target.hostname}`);
    return (isExemptHost(url, allowedHosts) ? exempt : guarded)(target, callback);
  };
}

/** Refuses a host that is a non-public address, and any socket connected to one, before the request is written. */
export function guardConnector(connect: Connector): Connector {
  return (target, callback) => {
    if (isAddress(target.hostname) && !isPublicAddress(target.hostname)) {
      callback(new BlockedConnection(toNetworkError("address_refused")), null);
      return;
    }
    connect(target, (...result) => {
      const [error, socket] = result;
      if (error !== null || isPublicAddress(socket.remoteAddress ?? "")) {
        callback(...result);
        return;
      }
      socket.destroy();
      callback(new BlockedConnection(toNetworkError("address_refused")), null);
    });
  };
}

/** The socket connects to exactly these public addresses, so a name that changes between check and connection gains nothing. */
export function lookUpPublic(resolve: ResolveHost): LookupFunction {
  const find = callbackify((hostname: string) => findPublicAddresses(hostname, resolve));
  return (hostname, _options, callback) => find(hostname, (error, addresses) => callback(error, addresses));
}

async function findPublicAddresses(hostname: string, resolve: ResolveHost): Promise<{ address: string; family: number }[]> {
  const addresses = await resolve(hostname).catch((error: unknown) => {
    throw new BlockedConnection(toNetworkError("dns_failed", codeOf(error)), { cause: error });
  });
  const open = addresses.filter(isPublicAddress);
  if (open.length === 0) throw new BlockedConnection(toNetworkError("address_refused"));
  return open.map((address) => ({ address, family: isIP(address) }));
}

/**
 * Resolves by DNS, IPv4 first. `dns.lookup` would block libuv's four threads, where four slow names stall all deliveries. There is no
 * cache, since connections are reused.
 */
export function createResolver(servers?: readonly string[]): ResolveHost {
  const resolver = new Resolver({ timeout: 2_000, tries: 2 });
  if (servers !== undefined) resolver.setServers(servers);
  return async (hostname) => {
    const [v4, v6] = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)]);
    if (v4.status === "rejected" && v6.status === "rejected") throw v4.reason;
    return [v4, v6].flatMap((answer) => (answer.status === "fulfilled" ? answer.value : []));
  };
}
