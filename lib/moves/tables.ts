import type { Sql, TransactionSql } from "postgres";

/*
 * What belongs to a partner, read from the database's own catalogue, so that a column or table added later is moved with the partner. A
 * table belongs to a partner by a column `world_id` or `partner_id`, or by a foreign key to a table that does. What cannot be seen from
 * that is said below; a table of which nothing is known stops every move, and a test.
 */

/** Tables that stay, with the reason. What is the partner's in them is deleted when the move is finished. */
const staying: Readonly<Record<string, string>> = {
  cities: "every installation has its own",
  cities_edition: "every installation has its own",
  deployments: "of the installation",
  passkey_challenges: "ends with the sign-in",
  pending_sign_ins: "users sign in again",
  rate_windows: "counts of the last minutes",
  reason_templates: "texts of the installation",
  security_alarms: "about the installation",
  security_events: "about the installation",
  sessions: "users sign in again",
  sign_in_attempts: "counts of the last minutes",
  stray_files: "files that nothing names",
  tariff_proposals: "of the installation's support",
};

/** Tables whose rows several partners may name, by what identifies a row in every installation. What the target has stays as it is there. */
const shared: Readonly<Record<string, readonly string[]>> = {
  payee_accounts: ["renter_uid"],
  payment_runs: ["id"],
  renters: ["uid"],
  tariffs: ["name", "version"],
};

/** References without a foreign key. */
const references: readonly Reference[] = [
  { table: "contracts", column: "uid", parent: "renters", parentColumn: "uid" },
  { table: "delivery_attempts", column: "delivery_id", parent: "deliveries", parentColumn: "id" },
  { table: "webhook_health", column: "webhook_id", parent: "webhooks", parentColumn: "id" },
  { table: "webhook_hours", column: "webhook_id", parent: "webhooks", parentColumn: "id" },
];

interface Reference {
  table: string;
  column: string;
  parent: string;
  parentColumn: string;
}

interface CatalogueTable {
  name: string;
  /** Without generated ones. */
  columns: string[];
  key: string[];
  foreignKeys: Reference[];
  isPartitioned: boolean;
}

export interface MovedTable extends CatalogueTable {
  kind: "owned" | "shared" | "audit" | "staying";
  /** Of `shared`: what identifies a row everywhere. */
  identity: readonly string[];
  /** How its rows are found to belong to the partner; undefined for the others, and for the partner itself. */
  owner?: Reference | undefined;
  /** Columns that hold the number of a world, which is another one in every installation. */
  worldColumns: string[];
}

/** The partner whose rows are meant. The identifiers go into SQL as they are. */
export interface Owner {
  partnerId: string;
  worldIds: readonly number[];
}

/** Lists the tables with rows of partners, each after those that it refers to. Throws for a table that nothing is known of. */
export async function readMovedTables(sql: Sql | TransactionSql): Promise<MovedTable[]> {
  const catalogue = await sql<CatalogueTable[]>`
    select c.relname as name, c.relkind = 'p' as "isPartitioned",
      array(select attname::text from pg_attribute where attrelid = c.oid and attnum > 0 and not attisdropped and attgenerated = '' order by attnum) as columns,
      array(select a.attname::text from pg_index i join pg_attribute a on a.attrelid = i.indrelid and a.attnum = any(i.indkey)
        where i.indrelid = c.oid and i.indisprimary order by array_position(i.indkey::int2[], a.attnum)) as key,
      coalesce((select json_agg(json_build_object('table', c.relname, 'column', a.attname, 'parent', p.relname, 'parentColumn', b.attname) order by a.attnum)
        from pg_constraint f join pg_class p on p.oid = f.confrelid
        join pg_attribute a on a.attrelid = f.conrelid and a.attnum = f.conkey[1]
        join pg_attribute b on b.attrelid = f.confrelid and b.attnum = f.confkey[1]
        where f.conrelid = c.oid and f.contype = 'f'), '[]'::json) as "foreignKeys"
    from pg_class c
    where c.relkind in ('r', 'p') and not c.relispartition and c.relnamespace = (select relnamespace from pg_class where oid = 'partners'::regclass)
    order by c.relname`;
  return inOrder(classify(catalogue));
}

function classify(catalogue: readonly CatalogueTable[]): MovedTable[] {
  const moved: MovedTable[] = [];
  const add = (table: CatalogueTable, more: Pick<MovedTable, "kind" | "owner">) => {
    const ofWorlds = table.foreignKeys.filter(({ parent }) => parent === "worlds").map(({ column }) => column);
    const worldColumns = [...new Set([...ofWorlds, ...table.columns.filter((column) => column === "world_id")])];
    moved.push({ ...table, ...more, identity: shared[table.name] ?? table.key, worldColumns });
  };
  const isOwned = (name: string) => moved.some((table) => table.name === name && table.kind === "owned");
  let left = catalogue.filter((table) => {
    const { name } = table;
    if (name === "partners") add(table, { kind: "owned" });
    else if (name === "audit_entries") add(table, { kind: "audit" });
    else if (shared[name] !== undefined) add(table, { kind: "shared" });
    else return true;
    return false;
  });
  // Until nothing more is found to belong to the partner by what is already known to.
  for (let found = -1; found !== 0;) {
    const before = left.length;
    left = left.filter((table) => {
      const owner = ownerOf(table, isOwned);
      if (owner !== undefined) add(table, { kind: staying[table.name] === undefined ? "owned" : "staying", owner });
      return owner === undefined;
    });
    found = before - left.length;
  }
  const unknown = left.filter(({ name }) => staying[name] === undefined).map(({ name }) => name);
  if (unknown.length > 0) throw new Error(`lib/moves/tables.ts must say whether these tables move with a partner: ${unknown.join(", ")}`);
  return moved;
}

function ownerOf({ name, columns, foreignKeys }: CatalogueTable, isOwned: (name: string) => boolean): Reference | undefined {
  if (columns.includes("world_id")) return { table: name, column: "world_id", parent: "worlds", parentColumn: "id" };
  if (columns.includes("partner_id")) return { table: name, column: "partner_id", parent: "partners", parentColumn: "id" };
  const candidates = [...foreignKeys, ...references.filter(({ table }) => table === name)].filter(({ parent }) => isOwned(parent));
  // A row is rather of the claim that it names than of the user who wrote it.
  return candidates.find(({ parent }) => parent !== "users") ?? candidates[0];
}

function inOrder(tables: readonly MovedTable[]): MovedTable[] {
  const sorted: MovedTable[] = [];
  const visit = (table: MovedTable) => {
    if (sorted.includes(table)) return;
    for (const { parent } of referencesOf(table)) {
      const named = tables.find(({ name }) => name === parent);
      if (named !== undefined && named !== table) visit(named);
    }
    sorted.push(table);
  };
  for (const table of tables) visit(table);
  return sorted;
}

function referencesOf({ name, foreignKeys, owner }: MovedTable): Reference[] {
  return [...foreignKeys, ...references.filter(({ table }) => table === name), ...(owner === undefined ? [] : [owner])];
}

/** SQL that is true for the partner's rows of the table with this alias. */
export function conditionFor(tables: readonly MovedTable[], { partnerId, worldIds }: Owner): (table: MovedTable, alias: string) => string {
  if (!/^ptn_\w+$/.test(partnerId)) throw new Error("this is no partner's id");
  const partner = `'${partnerId}'`;
  const worlds = `'{${worldIds.map(Number).join(",")}}'::int[]`;
  const tableOf = (name: string): MovedTable => {
    const table = tables.find((each) => each.name === name);
    if (table === undefined) throw new Error(`the table ${name} does not move`);
    return table;
  };
  const condition = (table: MovedTable, alias: string): string => {
    if (table.name === "partners") return `${alias}.id = ${partner}`;
    if (table.kind === "audit") return isAbout(alias);
    if (table.kind === "shared") return isNamed(table, alias);
    const { column, parent, parentColumn } = table.owner as Reference;
    if (parent === "partners") return `${alias}.${column} = ${partner}`;
    if (parent === "worlds") return `${alias}.${column} = any(${worlds})`;
    const inner = `${alias}_${parent}`;
    return `exists (select from ${parent} ${inner} where ${inner}.${parentColumn} = ${alias}.${column} and ${condition(tableOf(parent), inner)})`;
  };
  /** A row that the partner's rows name, or one about such a row. */
  const isNamed = (table: MovedTable, alias: string): string => {
    const naming = tables
      .filter(({ kind }) => kind === "owned")
      .flatMap((each) => referencesOf(each).map((reference) => ({ each, reference })));
    const of = naming.filter(({ reference }) => reference.parent === table.name);
    const named = of.map(({ each, reference: { column, parentColumn } }) => {
      const inner = `${alias}_${each.name}`;
      return `${alias}.${parentColumn} in (select ${inner}.${column} from ${each.name} ${inner} where ${condition(each, inner)})`;
    });
    const about = table.foreignKeys.filter(({ parent }) => named.length === 0 && tableOf(parent).kind === "shared");
    const ofNamed = about.map(({ column, parent, parentColumn }) => {
      const inner = `${alias}_${parent}`;
      return `exists (select from ${parent} ${inner} where ${inner}.${parentColumn} = ${alias}.${column} and ${condition(tableOf(parent), inner)})`;
    });
    return `(${[...named, ...ofNamed].join(" or ")})`;
  };
  /** What the partner's people did, and what was done to the partner or to anything of theirs. */
  const isAbout = (alias: string): string => {
    const things = tables.filter(
      ({ kind, key, worldColumns, name }) => kind === "owned" && key.length === 1 && worldColumns[0] !== key[0] && name !== "worlds",
    );
    const subjects = things.map((table) => {
      const inner = `${alias}_${table.name}`;
      return `${alias}.subject_id in (select ${inner}.${table.key[0]} from ${table.name} ${inner} where ${condition(table, inner)})`;
    });
    return `(${[`${alias}.actor ->> 'partnerId' = ${partner}`, `${alias}.details ->> 'partnerId' = ${partner}`, ...subjects].join(" or ")})`;
  };
  return condition;
}
