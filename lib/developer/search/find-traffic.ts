import { sql } from "drizzle-orm";
import type { SQL } from "drizzle-orm";
import { readOnReplica } from "#db/replica.ts";
import { runUnprepared } from "#db/unprepared.ts";
import { fieldWith } from "#lib/account/search/fields.ts";
import type { SearchScope } from "#lib/account/search/find.ts";
import { conditionsOfCalls, conditionsOfDeliveries, conditionsOfEvents, findTraffic } from "#lib/account/search/traffic.ts";
import type { Traffic } from "#lib/account/search/traffic.ts";
import { namedIn } from "#lib/developer/calls/list.ts";
import type { Environment } from "#lib/platform/environments.ts";
import { maskText } from "#lib/platform/log/mask.ts";
import { shortestContained, foldText, wordsTyped } from "#lib/platform/text/fold.ts";
import type { SearchFieldName } from "#lib/platform/text/search-fields.ts";

interface Row {
  kind: "calls" | "events" | "deliveries";
  id: string;
  title: string;
  status: string | null;
  subjectId: string | null;
  partner: string;
  environment: Environment;
}

export interface FoundTraffic extends Omit<Row, "subjectId"> {
  hint: string;
  field: SearchFieldName;
  hasMore?: true;
}

interface Source {
  kind: Row["kind"];
  columns: SQL;
  /** By which, with the key, the newest rows are the first. */
  at: SQL;
  order: SQL;
  conditions: readonly SQL[];
}

/** The newest calls, events and deliveries that a typed text finds, as their lists find them. */
export async function findTrafficThings(typed: string, scope: SearchScope, shown: number): Promise<FoundTraffic[]> {
  if (foldText(typed).length < shortestContained) return [];
  const traffic = await findTraffic(typed, scope);
  const named = scope === "everywhere" ? { errorCodes: [], endpoints: [] } : namedIn(typed);
  const sources: readonly Source[] = [
    {
      kind: "calls",
      columns: sql`r.execution_id as id, r.method || ' ' || left(r.path, 200) as title, null as status, r.subject_id, r.world_id`,
      at: sql`r.at`,
      order: sql`r.at desc, r.execution_id desc`,
      conditions: conditionsOfCalls(traffic, named),
    },
    {
      kind: "events",
      columns: sql`r.id, r.event_type as title, null as status, r.subject_id, r.world_id`,
      at: sql`r.id`,
      order: sql`r.id desc`,
      conditions: conditionsOfEvents(traffic).map((condition) => sql`not r.test and ${condition}`),
    },
    {
      kind: "deliveries",
      columns: sql`r.id, r.event_type as title, r.status, r.subject_id, r.world_id`,
      at: sql`r.created_at`,
      order: sql`r.created_at desc, r.id desc`,
      conditions: conditionsOfDeliveries(traffic),
    },
  ];
  const rows = (await Promise.all(sources.map((source) => read(source, scope, shown + 1)))).flat();
  const count = (kind: Row["kind"]) => rows.filter((row) => row.kind === kind).length;
  const ofKinds = Map.groupBy(rows, ({ kind }) => kind);
  return [...ofKinds].flatMap(([kind, found]) =>
    found.slice(0, shown).map(({ subjectId, ...row }, place) => ({
      ...row,
      title: maskText(row.title).text,
      hint: row.id,
      field: fieldOf(row.id, subjectId, traffic),
      ...(place === shown - 1 && count(kind) > shown && { hasMore: true as const }),
    })),
  );
}

async function read({ kind, columns, at, order, conditions }: Source, scope: SearchScope, most: number): Promise<Row[]> {
  if (conditions.length === 0) return [];
  const inScope = scope === "everywhere" ? sql`true` : sql`r.world_id = ${scope}`;
  const limit = sql.raw(`limit ${most}`);
  const each = conditions.map(
    (condition) => sql`(select r.* from ${sql.raw(kind)} r where ${inScope} and ${condition} order by ${order} ${limit})`,
  );
  // Without the bodies, a row that several conditions find is one.
  const found = sql.join(
    each.map((rows) => sql`select ${columns}, ${at} as at from ${rows} r`),
    sql` union `,
  );
  const statement = sql`
    select ${kind} as kind, r.id, r.title, r.status, r.subject_id as "subjectId", p.name as partner, w.environment
    from (${found}) r join worlds w on w.id = r.world_id join partners p on p.id = w.partner_id order by r.at desc, r.id desc ${limit}`;
  return readOnReplica((pool) => runUnprepared<Row>(pool, statement));
}

/** Where the text is: in the row itself, in the bodies of a refused call, or in what it is about. */
function fieldOf(id: string, subjectId: string | null, { typed, refused, subjects }: Traffic): SearchFieldName {
  if (foldText(id).includes(foldText(typed))) return "id";
  if (subjectId !== null && subjects.some((subject) => subject.id === subjectId)) return "about";
  const entry = refused.find((one) => one.id === id);
  return (entry === undefined ? undefined : fieldWith(entry.text, wordsTyped(typed))) ?? "errorCode";
}
