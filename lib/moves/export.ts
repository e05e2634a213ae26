import type { TransactionSql } from "postgres";
import { sql } from "#db/client.ts";
import { withPatience } from "#db/deadline.ts";
import { dayOfPartition } from "#db/partitions.ts";
import type { OperatorContext } from "#lib/context.ts";
import { getFile, hasFile } from "#lib/files/storage.ts";
import { assertWritable, writeArchive } from "#lib/moves/archive.ts";
import { filesIn, openRow } from "#lib/moves/contents.ts";
import type { Header, Line, Row, StoredFileName, Totals } from "#lib/moves/contents.ts";
import { freeze } from "#lib/moves/freeze.ts";
import type { MovingPartner } from "#lib/moves/freeze.ts";
import { MoveRefused } from "#lib/moves/refused.ts";
import { conditionFor } from "#lib/moves/tables.ts";
import type { MovedTable } from "#lib/moves/tables.ts";
import { countRows, readMigration, sumLedger } from "#lib/moves/totals.ts";

const rowsAtATime = 100;

export interface Exported extends Totals {
  partner: { id: string; name: string };
  bytes: number;
  sha256: string;
}

/**
 * Freezes a partner and writes everything that is theirs into an encrypted file, in bounded memory. It can be repeated until the file is
 * whole: the partner stays frozen until `finishMove` or `giveMoveUp`. MoveRefused, too, where the file cannot be written.
 */
export function exportPartner(
  ctx: OperatorContext,
  idOrName: string,
  { file, passphrase, reason }: { file: string; passphrase: string; reason: string },
): Promise<Exported> {
  return withPatience(async () => {
    await assertWritable(file);
    const moving = await freeze(ctx, idOrName, reason);
    const { id, name } = moving.partner;
    const totals: Totals = { rows: {}, files: 0, missingFiles: 0, ledgerCents: {} };
    const written = await writeArchive(file, passphrase, writeLines(ctx, moving, totals)).catch((error: unknown) => {
      const why = error instanceof Error ? error.message : String(error);
      throw new MoveRefused(`${name} is frozen, and the file is not whole (${why}): repeat the export, or give the move up`, {
        cause: error,
      });
    });
    return { partner: { id, name }, ...totals, ...written };
  });
}

/** Of one snapshot. The lines are made while they are written, so that a transaction lasts as long as its reader. */
async function* writeLines(ctx: OperatorContext, moving: MovingPartner, totals: Totals): AsyncGenerator<Line> {
  const connection = await sql.reserve();
  try {
    await connection`begin isolation level repeatable read read only`;
    await connection`select set_config('idle_in_transaction_session_timeout', '0', true)`;
    const tx = connection as unknown as TransactionSql;
    yield { header: await headerOf(ctx, moving, tx) };
    yield { staff: await readStaff(tx) };
    const files = new Map<string, StoredFileName>();
    const condition = conditionFor(moving.tables, moving);
    for (const table of moving.tables.filter(({ kind }) => kind !== "staying")) {
      for await (const rows of readRows(tx, table, condition(table, "t"))) {
        for (const file of rows.flatMap(filesIn)) files.set(file.key, file);
        yield { table: table.name, rows: rows.map((row) => openRow(table.name, row)) };
      }
    }
    totals.rows = await countRows(tx, moving.tables, moving);
    totals.ledgerCents = await sumLedger(tx, moving);
    await connection`commit`;
    for (const file of files.values()) yield* writeFile(file, totals);
    yield { totals };
  } finally {
    // Of a reader that ended early, and a connection that may be gone.
    await connection`rollback`.catch(() => undefined);
    connection.release();
  }
}

async function headerOf({ now }: OperatorContext, moving: MovingPartner, tx: TransactionSql): Promise<Header> {
  const condition = conditionFor(moving.tables, moving);
  const days = new Set<number>();
  for (const table of moving.tables.filter(({ isPartitioned }) => isPartitioned)) {
    const rows = await tx.unsafe<{ name: string }[]>(
      `select distinct tableoid::regclass::text as name from ${table.name} t where ${condition(table, "t")}`,
    );
    for (const day of rows.flatMap(({ name }) => dayOfPartition(name) ?? [])) days.add(day);
  }
  const { id, name } = moving.partner;
  const migration = await readMigration(tx);
  return { format: 1, migration, exportedAt: now.toISOString(), partner: { id, name }, days: [...days].toSorted((a, b) => a - b) };
}

/** The operator's accounts, which rows may name; without what opens them. */
async function readStaff(tx: TransactionSql): Promise<Row[]> {
  const rows = await tx<{ row: Row }[]>`select to_jsonb(u) as row from users u where partner_id is null`;
  return rows.map(({ row }) => ({ ...row, password_hash: null }));
}

/** In the order of the key, so that a row comes after the one of its own table that it refers to. */
async function* readRows(tx: TransactionSql, { name, columns, key }: MovedTable, condition: string): AsyncGenerator<Row[]> {
  const row = `json_build_object(${columns.map((column) => `'${column}', t.${column}`).join(", ")})`;
  const order = key.map((column) => `t.${column}`).join(", ");
  const query = tx.unsafe<{ row: Row }[]>(`select ${row} as row from ${name} t where ${condition} order by ${order}`);
  for await (const rows of query.cursor(rowsAtATime)) yield rows.map((each) => each.row);
}

async function* writeFile(file: StoredFileName, totals: Totals): AsyncGenerator<Line> {
  if (!(await hasFile(file.key))) {
    totals.missingFiles += 1;
    return;
  }
  totals.files += 1;
  yield { file };
  for await (const chunk of await getFile(file.key)) yield { bytes: (chunk as Buffer).toString("base64") };
  yield { bytes: null };
}
