import { createHash } from "node:crypto";
import { version } from "#clients/typescript/src/generated/api.ts";
import { packTypescript } from "#lib/clients/typescript.ts";

/** What is served below `/clients` (resolutions.md § 18). */
interface ServedClients {
  /** By file name. */
  packages: Map<string, { content: Buffer; mimeType: string }>;
  index: object;
}

/** The file that a name for the newest version leads to. */
export const latest: ReadonlyMap<string, string> = new Map([["covergate-client-latest.tgz", `covergate-client-${version}.tgz`]]);

// A cache of one, since requests mostly use one address.
let last: { address: string; clients: Promise<ServedClients> } | undefined;

/** The packages for those who use this address, made at the first request. */
export function clientsFor(address: string): Promise<ServedClients> {
  if (last?.address === address) return last.clients;
  const clients = make(address);
  const entry = { address, clients };
  last = entry;
  clients.catch(() => {
    // The next request tries again.
    if (last === entry) last = undefined;
  });
  return clients;
}

async function make(address: string): Promise<ServedClients> {
  const name = `covergate-client-${version}.tgz`;
  const typescript = await packTypescript(address);
  return {
    packages: new Map([[name, { content: typescript, mimeType: "application/gzip" }]]),
    index: {
      version,
      typescript: {
        url: new URL(`/clients/${name}`, address).href,
        integrity: `sha512-${createHash("sha512").update(typescript).digest("base64")}`,
      },
    },
  };
}
