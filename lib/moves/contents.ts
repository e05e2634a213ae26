import { openAnswer, sealAnswer } from "#lib/idempotency/sealed-answers.ts";
import { encryptedColumns } from "#lib/secrets/stored-secrets.ts";

/** A row as `to_jsonb` writes it. */
export type Row = Record<string, unknown>;

/** What an archive begins with. */
export interface Header {
  format: 1;
  /** The newest migration of the source, which the target must have too. */
  migration: string;
  exportedAt: string;
  partner: { id: string; name: string };
  /** The days of partitions, counted from 1970. */
  days: number[];
}

/** What it ends with, and what the target then has. */
export interface Totals {
  /** Rows by table. */
  rows: Record<string, number>;
  files: number;
  /** Documents whose file the source had lost. */
  missingFiles: number;
  /** The sum of the premium ledger by environment. */
  ledgerCents: Record<string, number>;
}

export interface StoredFileName {
  key: string;
  mimeType: string;
  sizeBytes: number;
}

export type Line =
  | { header: Header }
  | { staff: Row[] }
  | { table: string; rows: Row[] }
  | { file: StoredFileName }
  /** The next bytes of the file, in base64; null at its end. */
  | { bytes: string | null }
  | { totals: Totals };

/** Marks an answer under an `Idempotency-Key` that is encrypted where it is stored. */
const sealedMark = "~sealed";

/** Decrypts what is encrypted under the APP_SECRET of this installation; the archive is encrypted as a whole. */
export function openRow(table: string, row: Row): Row {
  const opened = { ...row };
  for (const { column, key = "id", decrypt } of encryptedColumns.filter((each) => each.table === table)) {
    if (typeof row[column] === "string") opened[column] = decrypt(row[column], String(row[key]));
  }
  return table === "idempotency_keys" ? openStored(opened) : opened;
}

/** Encrypts for this installation what `openRow` decrypted in the other one. */
export function sealRow(table: string, row: Row): Row {
  const { [sealedMark]: isSealedAnswer, ...sealed } = row;
  for (const { column, key = "id", encrypt } of encryptedColumns.filter((each) => each.table === table)) {
    if (typeof row[column] === "string") Object.assign(sealed, encrypt(row[column], String(row[key])));
  }
  if (isSealedAnswer === true) sealed["body"] = sealAnswer(String(row["body"]), keyOf(row));
  return sealed;
}

function openStored(row: Row): Row {
  if (typeof row["body"] !== "string") return row;
  try {
    return { ...row, body: openAnswer(row["body"], keyOf(row)), [sealedMark]: true };
  } catch {
    // Most answers hold no secret and are stored as they are.
    return row;
  }
}

function keyOf(row: Row): { world: { id: number }; key: string } {
  return { world: { id: Number(row["world_id"]) }, key: String(row["key"]) };
}

/** The stored files that a row names, in its columns or inside their JSON. */
export function filesIn(value: unknown): StoredFileName[] {
  if (Array.isArray(value)) return value.flatMap(filesIn);
  if (typeof value !== "object" || value === null) return [];
  const named = value as Row;
  const key = named["storage_key"] ?? named["storageKey"];
  if (typeof key !== "string") return Object.values(named).flatMap(filesIn);
  return [{ key, mimeType: String(named["mime_type"] ?? named["mimeType"]), sizeBytes: Number(named["size_bytes"] ?? named["sizeBytes"]) }];
}

/** The value with every text that is exactly an old identifier replaced by the new one, however deep. */
export function renameIn(value: unknown, names: ReadonlyMap<string, string>): unknown {
  if (typeof value === "string") return names.get(value) ?? value;
  if (Array.isArray(value)) return value.map((each) => renameIn(each, names));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, renameIn(each, names)]));
}

/** Every text in a value. */
export function* textsIn(value: unknown): Generator<string> {
  if (typeof value === "string") yield value;
  else if (typeof value === "object" && value !== null) for (const each of Object.values(value)) yield* textsIn(each);
}
