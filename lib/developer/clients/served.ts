import { createHash } from "node:crypto";
import { describePhp, packPhp } from "#lib/developer/clients/php.ts";
import { packSources, packWheel } from "#lib/developer/clients/python.ts";
import { packTypescript } from "#lib/developer/clients/typescript.ts";
import { recipes } from "#lib/developer/recipes/recipes.ts";
import { apiVersion as version } from "#lib/platform/wire/endpoint.ts";

/** What is served below `/clients` (rules/access.md#clients-1). */
interface ServedClients {
  /** By file name. */
  packages: Map<string, { content: Buffer; mimeType: string }>;
  /** JSON by file name: the packages, the Composer repository, and the recipes that `covergate trigger` runs. */
  documents: Map<string, object>;
}

const names = {
  typescript: `covergate-client-${version}.tgz`,
  python: `covergate-${version}-py3-none-any.whl`,
  pythonSources: `covergate-${version}.tar.gz`,
  php: `covergate-client-${version}.zip`,
};

/** The file that a name for the newest version leads to. */
export const latest: ReadonlyMap<string, string> = new Map([
  ["covergate-client-latest.tgz", names.typescript],
  ["covergate-latest-py3-none-any.whl", names.python],
  // pip takes no wheel whose name has no version; it does take these.
  ["covergate-latest.tar.gz", names.pythonSources],
]);

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
  const [typescript, python, pythonSources, php] = await Promise.all([
    packTypescript(address),
    packWheel(address, version),
    packSources(address, version),
    packPhp(address),
  ]);
  const urlOf = (name: string) => new URL(`/clients/${name}`, address).href;
  return {
    packages: new Map([
      [names.typescript, { content: typescript, mimeType: "application/gzip" }],
      [names.python, { content: python, mimeType: "application/zip" }],
      [names.pythonSources, { content: pythonSources, mimeType: "application/gzip" }],
      [names.php, { content: php, mimeType: "application/zip" }],
    ]),
    documents: new Map([
      [
        "index.json",
        {
          version,
          typescript: { url: urlOf(names.typescript), integrity: `sha512-${createHash("sha512").update(typescript).digest("base64")}` },
          python: { url: urlOf(names.python), sha256: createHash("sha256").update(python).digest("hex") },
          php: { repository: urlOf(""), package: "covergate/client" },
        },
      ],
      ["recipes.json", recipes],
      ["packages.json", await describePhp({ url: urlOf(names.php), content: php }, version)],
    ]),
  };
}
