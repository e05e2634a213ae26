import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Sql } from "postgres";
import { SetupError } from "#db/embedded/setup-error.ts";

export interface Migration {
  tag: string;
  /** The number by which the database knows it. */
  when: number;
  hash: string;
  statements: readonly string[];
  /** Why no instance of the release before may run meanwhile, as its line `-- Alone: …` says; undefined if one may. */
  alone: string | undefined;
}

/** The number of the last migration of commit d3dd802e, the oldest that is upgraded. */
const oldest = 1_795_534_193_137;

/**
 * Lists what a database lacks of a folder of drizzle-kit, in its order. A new database begins with the first migration, which makes the
 * whole schema. An older one gets what it lacks of the folder `before-1.0`, which makes the same; of the first one it has only the note.
 */
export async function listPending(sql: Sql, folder: string): Promise<Migration[]> {
  const last = await readLast(sql);
  const [first, ...later] = readMigrations(folder);
  if (first === undefined) return [];
  if (last === undefined) return [first, ...later];
  if (last >= first.when) return later.filter(({ when }) => when > last);
  if (last < oldest) {
    throw new SetupError(
      "This database is of a commit before d3dd802e: start that commit on it once, and this release after it (docs/operations/upgrade.md).",
    );
  }
  const earlier = readMigrations(join(folder, "before-1.0"));
  return [...earlier.filter(({ when }) => when > last), { ...first, statements: [] }, ...later];
}

export function readMigrations(folder: string): Migration[] {
  const journal = JSON.parse(readFileSync(join(folder, "meta/_journal.json"), "utf8")) as { entries: { tag: string; when: number }[] };
  return journal.entries.map(({ tag, when }) => {
    const text = readFileSync(join(folder, `${tag}.sql`), "utf8");
    const hash = createHash("sha256").update(text).digest("hex");
    return { tag, when, hash, statements: text.split("--> statement-breakpoint"), alone: /^-- Alone: (.+)$/m.exec(text)?.[1] };
  });
}

/** Undefined of a new database. */
async function readLast(sql: Sql): Promise<number | undefined> {
  const [table] = await sql<{ exists: boolean }[]>`select to_regclass('drizzle.__drizzle_migrations') is not null as exists`;
  if (table?.exists !== true) return undefined;
  const [row] = await sql<{ last: number | null }[]>`select max(created_at)::float8 as last from drizzle.__drizzle_migrations`;
  return row?.last ?? undefined;
}
