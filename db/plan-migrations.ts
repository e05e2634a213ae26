import type { Sql } from "postgres";
import { listPending } from "#db/pending-migrations.ts";

/** A table that a statement locks, with the mode of Postgres and what it holds by the statistics. */
export interface PlannedLock {
  table: string;
  mode: string;
  rows: number;
  bytes: number;
}

export interface PlannedStatement {
  /** On one line. */
  text: string;
  locks: PlannedLock[];
  /** Roughly, on a machine of today. */
  seconds: number;
}

export interface PlannedMigration {
  tag: string;
  /** Why no instance of the release before may run meanwhile. */
  alone?: string | undefined;
  statements: PlannedStatement[];
}

/** The work of a statement on a table once it has its lock. */
type Work = "nothing" | "reads" | "rewrites" | "updates" | "indexes" | "indexes trigrams";

interface Rule {
  /** Its first group is the name of the table, or of an index of it. */
  pattern: RegExp;
  mode: string;
  work: (statement: string) => Work;
}

const exclusive = "ACCESS EXCLUSIVE";
const name = String.raw`(?:if (?:not )?exists )?(?:only )?(?:public\.)?"?(\w+)"?`;
const rule = (start: string, mode: string, work: Rule["work"]): Rule => ({ pattern: new RegExp(`^${start} ${name}`, "i"), mode, work });

/** By Postgres' manual, "Explicit Locking" and "ALTER TABLE". */
const rules: readonly Rule[] = [
  {
    pattern: new RegExp(`^alter table ${name} add constraint \\S+ foreign key`, "i"),
    mode: "SHARE ROW EXCLUSIVE",
    work: workOfAlter,
  },
  rule("alter table", exclusive, workOfAlter),
  rule(String.raw`create (?:unique )?index \S+ on`, "SHARE", (text) => (/ using gin/i.test(text) ? "indexes trigrams" : "indexes")),
  rule("drop (?:table|index)", exclusive, () => "nothing"),
  rule("alter index", "SHARE UPDATE EXCLUSIVE", () => "nothing"),
  rule(String.raw`create trigger .*? on`, "SHARE ROW EXCLUSIVE", () => "nothing"),
  rule("update", "ROW EXCLUSIVE", () => "updates"),
  rule("(?:delete from|insert into)", "ROW EXCLUSIVE", () => "reads"),
];

function workOfAlter(text: string): Work {
  if (/ type | generated always as \(|\b(?:random|gen_random_uuid|clock_timestamp)\(/i.test(text)) return "rewrites";
  if (/ add constraint .*(?:primary key|unique)/i.test(text)) return "indexes";
  return / add constraint .*(?:check|foreign key)| set not null/i.test(text) && !/ not valid/i.test(text) ? "reads" : "nothing";
}

/** The size that a row is taken to have in a table that was never analyzed. */
const bytesOfRow = 100;
const secondsOfLock = 0.01;
/** Measured with a million calls (docs/operations/upgrade.md#indexes-of-calls-migration-0037), and rounded up. */
const secondsPerRow = { indexes: 2e-6, "indexes trigrams": 4e-5, updates: 3e-5 } as const;
const secondsPerByte = { reads: 3e-9, rewrites: 2e-8 } as const;

function estimate(work: Work, { rows, bytes }: { rows: number; bytes: number }): number {
  if (work === "nothing") return 0;
  return work in secondsPerRow
    ? rows * secondsPerRow[work as keyof typeof secondsPerRow] + bytes * secondsPerByte.reads
    : bytes * secondsPerByte[work as keyof typeof secondsPerByte];
}

/** Says what the migrations that a database lacks will do, by its statistics. Executes none of them, and locks nothing. */
export async function planMigrations(sql: Sql, folder: string): Promise<PlannedMigration[]> {
  const pending = await listPending(sql, folder);
  return Promise.all(
    pending.map(async ({ tag, alone, statements }) => {
      const texts = statements
        .map((text) =>
          text
            .replaceAll(/^\s*--.*$/gm, "")
            .replaceAll(/\s+/g, " ")
            .trim(),
        )
        .filter((text) => text !== "");
      return { tag, alone, statements: await Promise.all(texts.map((text) => planStatement(sql, text))) };
    }),
  );
}

async function planStatement(sql: Sql, text: string): Promise<PlannedStatement> {
  const matching = rules.find(({ pattern }) => pattern.test(text));
  const [, named = ""] = matching?.pattern.exec(text) ?? [];
  const [target] = matching === undefined ? [] : await readSizes(sql, [named]);
  // A foreign key locks the table that it refers to as well.
  const referenced = await readSizes(
    sql,
    Array.from(text.matchAll(/references (?:public\.)?"?(\w+)"?/gi), ([, other]) => String(other)),
  );
  const locks = referenced.map((size) => ({ ...size, mode: "SHARE ROW EXCLUSIVE" }));
  if (matching === undefined || target === undefined) return { text, locks, seconds: 0 };
  return {
    text,
    locks: [{ ...target, mode: matching.mode }, ...locks.filter(({ table }) => table !== target.table)],
    seconds: secondsOfLock + estimate(matching.work(text), target),
  };
}

/** Reads the sizes of tables, or of the tables of indexes, with all partitions. Those that an earlier migration will make are missing. */
async function readSizes(sql: Sql, names: readonly string[]): Promise<Omit<PlannedLock, "mode">[]> {
  return sql<Omit<PlannedLock, "mode">[]>`
    select r.relname as table, coalesce(sum(case when p.reltuples < 0 then pg_relation_size(p.oid) / ${bytesOfRow}::int else p.reltuples end)
        filter (where p.relkind = 'r'), 0)::float8 as rows,
      coalesce(sum(pg_table_size(p.oid)) filter (where p.relkind = 'r'), 0)::float8 as bytes
    from pg_class c left join pg_index i on i.indexrelid = c.oid
    join pg_class r on r.oid = coalesce(i.indrelid, c.oid) and r.relkind in ('r', 'p')
    cross join lateral (select r.oid as relid union select relid from pg_partition_tree(r.oid)) t join pg_class p on p.oid = t.relid
    where c.relnamespace = 'public'::regnamespace and c.relname = any(${[...new Set(names)]})
    group by r.oid, r.relname order by r.relname`;
}
