import { Readable } from "node:stream";
import type { TransactionSql } from "postgres";
import { sql } from "#db/client.ts";
import { withPatience } from "#db/deadline.ts";
import { isPermanentError } from "#db/driver.ts";
import { ensureDay } from "#db/partitions.ts";
import type { AuditAction } from "#lib/audit/list-filters.ts";
import type { OperatorContext } from "#lib/context.ts";
import { putFile } from "#lib/files/storage.ts";
import { newId } from "#lib/ids.ts";
import { readArchive } from "#lib/moves/archive.ts";
import { filesIn, renameIn, sealRow, textsIn } from "#lib/moves/contents.ts";
import type { Header, Line, Row, StoredFileName, Totals } from "#lib/moves/contents.ts";
import { MoveRefused } from "#lib/moves/refused.ts";
import { readMovedTables } from "#lib/moves/tables.ts";
import type { MovedTable } from "#lib/moves/tables.ts";
import { countRows, readMigration, sumLedger } from "#lib/moves/totals.ts";

/** Files of an import that ends in the middle are swept so much later. */
const strayMs = 24 * 3_600_000;

export interface Imported extends Totals {
  partner: { id: string; name: string };
  /** Rows that are otherwise here, and stay so, such as `renters 8F2…`. */
  kept: string[];
  /** How the keys begin, for the proxy. */
  keys: string[];
}

type Lines = AsyncGenerator<Line, void>;

/**
 * Reads a partner from the file of an export, all of it or nothing: after a failure it can be repeated. The partner works here from the
 * commit on. MoveRefused where the partner is here already, for another migration, and for a file that is not whole.
 */
export function importPartner(ctx: OperatorContext, { file, passphrase }: { file: string; passphrase: string }): Promise<Imported> {
  return withPatience(async () => {
    const lines = readArchive(file, passphrase) as Lines;
    const header = await readHeader(ctx, lines);
    // Its rows go into partitions that do not depend on the import.
    for (const day of header.days) await ensureDay(sql, day);
    try {
      return await sql.begin(async (tx): Promise<Imported> => {
        await tx`select set_config('idle_in_transaction_session_timeout', '0', true)`;
        await tx`
          insert into audit_entries (id, at, actor, action, subject_id, details)
          values (${newId("aud")}, ${ctx.now}, ${JSON.stringify(ctx.actor)}::text::jsonb, ${"partner.imported" satisfies AuditAction}, ${header.partner.id}, '{}')`;
        return new Import(tx, header, await readMovedTables(tx)).run(lines);
      });
    } catch (error) {
      throw isPermanentError(error) ? new MoveRefused(explainConflict(error), { cause: error }) : error;
    }
  });
}

/** Says what is here already, such as a user's address or a number of a claim. */
function explainConflict(error: unknown): string {
  const { constraint_name: constraint, message } = error as { constraint_name?: string; message: string };
  if (constraint?.startsWith("claims_claim_id") === true) {
    return "numbers of the partner's claims are used here: give each installation numbers of its own before its first claim (docs/scale.md)";
  }
  return `what the file holds does not fit what is here: ${message}`;
}

async function readHeader({ now }: OperatorContext, lines: Lines): Promise<Header> {
  const { value } = await lines.next();
  const header = value !== undefined && "header" in value ? value.header : undefined;
  if (header?.format !== 1) throw new MoveRefused("this file is no export of a partner, or one of another release");
  if (header.migration !== (await readMigration(sql))) {
    throw new MoveRefused("the two installations have different migrations: bring both to the same release, and export again");
  }
  // Identifiers are in the order of their time, and readers continue after the last one.
  if (new Date(header.exportedAt) > now) throw new MoveRefused("the clock here is behind the clock of the other installation");
  const [found] = await sql<{ name: string }[]>`
    select name from partners where (id = ${header.partner.id} and status <> 'moved') or (name = ${header.partner.name} and id <> ${header.partner.id})`;
  if (found !== undefined) throw new MoveRefused(`the partner ${found.name} is here already`);
  return header;
}

class Import {
  readonly #tx: TransactionSql;
  readonly #header: Header;
  readonly #tables: readonly MovedTable[];
  /** Numbers of worlds, and identifiers of what is here under another one. */
  readonly #worlds = new Map<number, number>();
  readonly #names = new Map<string, string>();
  /** Accounts that are not here, by identifier, until a row names them. */
  readonly #staff = new Map<string, Row>();
  readonly #kept: string[] = [];
  readonly #files: string[] = [];
  /** Files that rows name which were added. */
  readonly #named = new Set<string>();
  /** Files that rows name which were here and stay. */
  readonly #inUse = new Set<string>();

  constructor(tx: TransactionSql, header: Header, tables: readonly MovedTable[]) {
    this.#tx = tx;
    this.#header = header;
    this.#tables = tables;
  }

  async run(lines: Lines): Promise<Imported> {
    const { id } = this.#header.partner;
    await this.#tx`delete from partners where id = ${id} and status = 'moved'`;
    for await (const line of lines) {
      if ("staff" in line) await this.#meetStaff(line.staff);
      else if ("table" in line) await this.#insert(line.table, line.rows);
      else if ("file" in line) await this.#store(line.file, lines);
      else if ("totals" in line) return this.#conclude(line.totals);
    }
    throw new MoveRefused("the file ends too early");
  }

  /** A person with accounts in both installations is one. */
  async #meetStaff(staff: readonly Row[]): Promise<void> {
    const emails = staff.map(({ email }) => String(email));
    const here = await this.#tx<{ id: string; email: string }[]>`select id, email from users where email = any(${emails}::text[])`;
    const idOf = new Map(here.map(({ id, email }) => [email, id]));
    for (const row of staff) {
      const known = idOf.get(String(row["email"]));
      if (known === undefined) this.#staff.set(String(row["id"]), row);
      else this.#names.set(String(row["id"]), known);
    }
  }

  async #insert(name: string, rows: readonly Row[]): Promise<void> {
    const table = this.#tables.find((each) => each.name === name);
    if (table === undefined) throw new Error(`the table ${name} does not move`);
    await this.#addStaffIn(rows);
    if (name === "worlds") return this.#insertWorlds(table, rows);
    const ready = rows.map((row) => sealRow(name, this.#adapt(table, row)));
    if (table.kind === "shared") return this.#share(table, ready);
    // Entries of an earlier stay of the partner are still here.
    await this.#write(table.name, table.columns, ready, table.kind === "audit" ? "on conflict do nothing" : "");
  }

  /** The row as it is in this installation. */
  #adapt({ name, worldColumns }: MovedTable, row: Row): Row {
    const adapted = renameIn(row, this.#names) as Row;
    for (const column of worldColumns) {
      const world = this.#worlds.get(Number(row[column]));
      if (world === undefined) throw new Error(`a row of ${name} is of a world that was not exported`);
      adapted[column] = world;
    }
    if (name === "partners") adapted["status"] = "active";
    if (name === "delivery_queue") Object.assign(adapted, { leased_by: null, leased_until: null });
    return adapted;
  }

  /** Worlds get numbers of this installation. */
  async #insertWorlds({ columns }: MovedTable, rows: readonly Row[]): Promise<void> {
    const others = columns.filter((column) => column !== "id");
    for (const row of rows) {
      const [made] = await this.#write("worlds", others, [row], "returning id");
      this.#worlds.set(Number(row["id"]), Number(made?.["id"]));
    }
  }

  /** Adds what is not here; what is keeps its identifier and its content. */
  async #share({ name, columns, key, identity }: MovedTable, rows: readonly Row[]): Promise<void> {
    for (const row of rows) {
      const isSame = identity.map((column, index) => `${column}::text = $${index + 1}`).join(" and ");
      const [found] = await this.#tx.unsafe<{ row: Row }[]>(
        `select to_jsonb(t) as row from ${name} t where ${isSame}`,
        identity.map((column) => String(row[column])),
      );
      if (found === undefined) {
        await this.#write(name, columns, [row]);
        continue;
      }
      for (const { key: file } of filesIn(found.row)) this.#inUse.add(file);
      if (name === "tariffs" && JSON.stringify(found.row["rates"]) !== JSON.stringify(row["rates"])) {
        throw new MoveRefused(`the tariff ${identity.map((column) => String(row[column])).join(" ")} has other rates here`);
      }
      const isEqual = columns.every(
        (column) => /_(?:at|by)$|^id$/.test(column) || JSON.stringify(row[column]) === JSON.stringify(found.row[column]),
      );
      if (!isEqual) this.#kept.push(`${name} ${identity.map((column) => String(row[column])).join(" ")}`);
      for (const column of key) {
        if (row[column] !== found.row[column]) this.#names.set(String(row[column]), String(found.row[column]));
      }
    }
  }

  /** Adds the accounts that rows name, disabled: they say who did something, and open nothing here. */
  async #addStaffIn(rows: readonly Row[]): Promise<void> {
    if (this.#staff.size === 0) return;
    const named = [...new Set(textsIn(rows))].flatMap((text): Row[] => {
      const row = this.#staff.get(text);
      return row === undefined ? [] : [row];
    });
    if (named.length === 0) return;
    const disabled = named.map((row) => ({ ...row, disabled_at: row["disabled_at"] ?? this.#header.exportedAt }));
    await this.#write("users", Object.keys(disabled[0] ?? {}), disabled);
    for (const { id } of named) this.#staff.delete(String(id));
  }

  async #write(table: string, columns: readonly string[], rows: readonly Row[], end = ""): Promise<Row[]> {
    const names = columns.join(", ");
    for (const { key } of rows.flatMap(filesIn)) this.#named.add(key);
    const written = await this.#tx.unsafe(
      `insert into ${table} (${names}) select ${names} from json_populate_recordset(null::${table}, $1::json) ${end}`,
      [JSON.stringify(rows)],
    );
    return written;
  }

  /** Noted as stray in a transaction of its own, so that a file does not outlive an import that fails, unless it is in use here already. */
  async #store(file: StoredFileName, lines: Lines): Promise<void> {
    const since = new Date(Date.parse(this.#header.exportedAt) + strayMs);
    if (!this.#inUse.has(file.key)) {
      await sql`
        insert into stray_files (storage_key, since) values (${file.key}, greatest(${since}, now() + ${strayMs} * interval '1 millisecond'))
        on conflict (storage_key) do update set since = excluded.since`;
    }
    await putFile(file.key, Readable.from(bytesOf(lines), { objectMode: false }), file);
    this.#files.push(file.key);
  }

  /** Compares what is here now with what was there. */
  async #conclude(totals: Totals): Promise<Imported> {
    const owner = { partnerId: this.#header.partner.id, worldIds: [...this.#worlds.values()] };
    const rows = await countRows(this.#tx, this.#tables, owner);
    const ledgerCents = await sumLedger(this.#tx, owner);
    const differing = Object.keys({ ...rows, ...totals.rows }).filter((name) => rows[name] !== totals.rows[name]);
    if (differing.length > 0) throw new Error(`these tables have other numbers of rows than in the source: ${differing.join(", ")}`);
    if (Object.entries(totals.ledgerCents).some(([environment, cents]) => ledgerCents[environment] !== cents)) {
      throw new Error("the premium ledger has another sum than in the source");
    }
    if (this.#files.length !== totals.files) throw new Error("the file lacks documents");
    await this.#tx`delete from stray_files where storage_key = any(${[...this.#named]}::text[])`;
    const keys = await this.#tx<
      { preview: string }[]
    >`select preview from api_keys where world_id = any(${owner.worldIds}::int[]) order by preview`;
    return { partner: this.#header.partner, ...totals, kept: this.#kept, keys: keys.map(({ preview }) => preview) };
  }
}

async function* bytesOf(lines: Lines): AsyncGenerator<Uint8Array> {
  for (;;) {
    const { value } = await lines.next();
    if (value === undefined || !("bytes" in value)) throw new MoveRefused("the file ends too early");
    if (value.bytes === null) return;
    yield Buffer.from(value.bytes, "base64");
  }
}
