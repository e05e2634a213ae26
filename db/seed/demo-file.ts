import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { ProductType } from "#lib/catalogue.ts";
import type { Environment } from "#lib/partners/schema.ts";

export interface DemoProduct {
  uid: string;
  product_id: string;
  product_type: ProductType;
}

/** Somebody who can sign in. */
export interface DemoPerson {
  email: string;
  password: string;
  role: string;
}

export interface DemoPartner {
  name: string;
  developmentKey: string;
  productionKey: string;
  /** Attached to both keys; the first may have everything insured, later ones are restricted. */
  renters: string[];
  /** What each key lists; every product type is there. */
  products: Record<Environment, DemoProduct[]>;
  /** An owner, who sees the developer space, and a member; those whose password was not changed since. */
  users: DemoPerson[];
}

/** `demo.json`: what somebody who tries Covergate out has to know of the demo data. */
export interface DemoFile {
  /** Where Covergate is served, without `/v2`. */
  url: string;
  /** The first has every feature, the second none. */
  partners: DemoPartner[];
  /** The operator's own, likewise. */
  staff: DemoPerson[];
}

/** The passwords of the last `demo.json`, by e-mail address. */
export function readDemoPasswords(dataDir: string): ReadonlyMap<string, string> {
  const file = join(dataDir, "demo.json");
  if (!existsSync(file)) return new Map();
  const { partners, staff } = JSON.parse(readFileSync(file, "utf8")) as DemoFile;
  return new Map([...partners.flatMap(({ users }) => users), ...staff].map(({ email, password }) => [email, password]));
}

/** Writes `demo.json`, readable to its owner alone as it holds keys and passwords; a reader sees the old one or the new one, never half of it. */
export function writeDemoFile(dataDir: string, demo: DemoFile): void {
  const file = join(dataDir, "demo.json");
  const unfinished = `${file}.${process.pid}`;
  writeFileSync(unfinished, `${JSON.stringify(demo, null, 2)}\n`, { mode: 0o600 });
  renameSync(unfinished, file);
}
