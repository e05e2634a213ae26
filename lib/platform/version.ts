import journal from "#db/migrations/meta/_journal.json" with { type: "json" };
import { env } from "#lib/platform/env.ts";
import manifest from "#package.json" with { type: "json" };

/** The running version: the release, the commit that it was built from if COMMIT is set, and the migrations that it knows. */
export const version = {
  version: manifest.version,
  commit: env.COMMIT ?? null,
  migrations: journal.entries.length,
  migration: journal.entries.at(-1)?.tag ?? null,
  /** The numbers of the first and the last one, by which the database knows them. */
  firstMigration: journal.entries[0]?.when ?? 0,
  lastMigration: journal.entries.at(-1)?.when ?? 0,
};
