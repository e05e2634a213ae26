import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { sql } from "#db/client.ts";
import { env } from "#lib/platform/env.ts";

/** A person whose every value occurs nowhere else, and a word in every text about her. */
export const person = {
  first_name: "Zéphyrine",
  last_name: "Quillebœuf",
  email: "zephyrine.q@unmistakable.example",
  phone_number: "+33 6 98 76 54 32",
  address: "7 impasse Zibeline",
};
export const word = "xyzzy";
export const traces = ["zephyrine", "zéphyrine", "quilleb", "unmistakable", "98 76 54 32", "698765432", "zibeline", word];

interface Column {
  table: string;
  column: string;
}

/** Every column of every table. */
function listColumns(): Promise<Column[]> {
  return sql<Column[]>`
    select c.table_name as table, c.column_name as column
    from information_schema.columns c join pg_class t on t.oid = format('%I', c.table_name)::regclass
    where c.table_schema = 'public' and t.relkind in ('r', 'p') and not t.relispartition and c.table_name <> 'cities' order by 1, 2`;
}

const patternsOf = (texts: readonly string[]) => texts.map((text) => `%${text}%`);

/** Each value that holds one of the texts, in the spelling of `readValues`. */
export async function findValues(texts: readonly string[]): Promise<string[]> {
  const found: string[] = [];
  for (const { table, column } of await listColumns()) {
    const rows = await sql<{ value: unknown }[]>`
      select to_jsonb(${sql(column)}) as value from ${sql(table)} where lower(${sql(column)}::text) like any(${patternsOf(texts)}::text[])`;
    found.push(...rows.map(({ value }) => `${table}.${column}: ${JSON.stringify(value)}`));
  }
  return found;
}

/** The values of a JSON file of an export. */
export function readValues({ path, content }: UnpackedFile): string[] {
  const [, table] = /^(?:mentions\/)?(\w+)\.json$/.exec(path) ?? [];
  if (table === undefined) return [];
  const rows = JSON.parse(content.toString()) as object[];
  return rows.flatMap((row) => Object.entries(row).map(([column, value]) => `${table}.${column}: ${JSON.stringify(value)}`));
}

interface UnpackedFile {
  path: string;
  content: Buffer;
}

/** Reads an archive without compression. */
export function readZip(archive: Buffer): UnpackedFile[] {
  const files: UnpackedFile[] = [];
  for (let at = 0; archive.readUInt32LE(at) === 0x04034b50;) {
    const start = at + 30 + archive.readUInt16LE(at + 26);
    const end = start + archive.readUInt32LE(at + 22);
    files.push({ path: archive.toString("utf8", at + 30, start), content: archive.subarray(start, end) });
    at = end;
  }
  return files;
}

/** Every column of every table, and every file, that holds one of the texts. */
export async function search(texts: readonly string[]): Promise<string[]> {
  const found: string[] = [];
  for (const { table, column } of await listColumns()) {
    const rows = await sql<{ text: string }[]>`
      select left(${sql(column)}::text, 300) as text from ${sql(table)}
      where lower(${sql(column)}::text) like any(${patternsOf(texts)}::text[]) limit 1`;
    found.push(...rows.map(({ text }) => `${table}.${column}: ${text}`));
  }
  for (const entry of await readdir(join(env.DATA_DIR, "documents"), { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const bytes = await readFile(join(entry.parentPath, entry.name));
    if (texts.some((text) => bytes.includes(text))) found.push(`file ${entry.name}`);
  }
  return found;
}
