import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { ProductType } from "#lib/insurance/catalogue/catalogue.ts";
import type { Environment } from "#lib/platform/environments.ts";

export interface DemoProduct {
  uid: string;
  product_id: string;
  product_type: ProductType;
}

export interface DemoPerson {
  email: string;
  password: string;
  role: string;
}

export interface DemoPartner {
  name: string;
  developmentKey: string;
  productionKey: string;
  /** Attached to both keys; the first has no restrictions, later ones have. */
  renters: string[];
  /** By environment, with every product type. */
  products: Record<Environment, DemoProduct[]>;
  /** An owner, a member and a developer, without those whose password has changed. */
  users: DemoPerson[];
}

/** The content of `demo.json`. */
export interface DemoFile {
  /** Without `/v2`. */
  url: string;
  /** The first has every feature, the second none. */
  partners: DemoPartner[];
  /** Without those whose password has changed. */
  staff: DemoPerson[];
  /** The page of the installation's e-mails, if it keeps them. */
  mailbox?: string;
  /** Where the receiver of the demo listens on this machine, if its worlds were filled. */
  receiverPort?: number;
}

/** The port of the receiver in the last `demo.json`. */
export function readReceiverPort(dataDir: string): number | undefined {
  const file = join(dataDir, "demo.json");
  return existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as DemoFile).receiverPort : undefined;
}

/** The passwords in the last `demo.json`, by e-mail address. */
export function readDemoPasswords(dataDir: string): ReadonlyMap<string, string> {
  const file = join(dataDir, "demo.json");
  if (!existsSync(file)) return new Map();
  const { partners, staff } = JSON.parse(readFileSync(file, "utf8")) as DemoFile;
  return new Map([...partners.flatMap(({ users }) => users), ...staff].map(({ email, password }) => [email, password]));
}

/** Writes `demo.json` atomically, readable by its owner only, since it holds keys and passwords. */
export function writeDemoFile(dataDir: string, demo: DemoFile): void {
  const file = join(dataDir, "demo.json");
  const unfinished = `${file}.${process.pid}`;
  writeFileSync(unfinished, `${JSON.stringify(demo, null, 2)}\n`, { mode: 0o600 });
  renameSync(unfinished, file);
}

export function demoPdf(title: string): Buffer {
  const escaped = title.replaceAll(/[\\()]/g, String.raw`\$&`);
  const page = `BT /F1 22 Tf 60 760 Td (${escaped}) Tj 0 -40 Td /F1 12 Tf (Document de d\u00e9monstration) Tj ET`;
  const objects = [
    "<< /Type /Catalog /Pages 2 0 R >>",
    "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
    "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << /Font << /F1 5 0 R >> >> /Contents 4 0 R >>",
    `<< /Length ${page.length} >>\nstream\n${page}\nendstream`,
    "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>",
  ];
  let text = "%PDF-1.4\n";
  const offsets = objects.map((object, index) => {
    const offset = text.length;
    text += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return offset;
  });
  const table = offsets.map((offset) => `${String(offset).padStart(10, "0")} 00000 n \n`).join("");
  const trailer = `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${text.length}\n%%EOF\n`;
  // One byte per character, as the offsets count.
  return Buffer.from(`${text}xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}${trailer}`, "latin1");
}
