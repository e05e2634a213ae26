import { Resolver } from "node:dns/promises";

/** All addresses of a host name; rejects where it has none. */
export type ResolveHost = (hostname: string) => Promise<readonly string[]>;

/**
 * What finds the addresses that the DNS has for a name, IPv4 first. It asks the name servers itself, each at most twice:
 * `dns.lookup` waits in libuv's four threads, where four slow names would stall every other delivery. So /etc/hosts and
 * search domains do not count, which no public name needs. Nothing is cached: connections are kept, so names are seldom asked for.
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
