import { encodeTime } from "ulid";
import { sql } from "#db/client.ts";
import { examine, mostExamined } from "#lib/bounded-pages.ts";
import type { World } from "#lib/context.ts";
import type { ContractListQuery } from "#lib/contracts/schema-portal.ts";
import { contractStatuses } from "#lib/contracts/schema.ts";
import { isRising } from "#lib/portal-lists.ts";

/** A contract's identifier is made within this time after its creation. */
const marginMs = 3_600_000;

/** A statement and what is filled in. It is planned each time: a plan kept for every renter alike suits none. */
export interface Statement {
  text: string;
  values: string[];
}

/** What can lead to the contracts that are looked for, each in the order of an index. */
type Lead = "search" | "renter" | "statuses" | "test";

interface Plan {
  query: ContractListQuery;
  worldId: number;
  lead: Lead;
  values: string[];
}

/** The identifiers of a page of contracts as `examine` finds them, in the order of the list: the newest first, or rising. */
export async function findPage({ id }: Pick<World, "id">, query: ContractListQuery): Promise<Statement> {
  const values: string[] = [];
  const plan: Plan = { query, worldId: id, values, lead: await chooseLead(id, query) };
  const stream = `select * from (${streamOf(plan)}) found order by cid ${orderOf(query)} limit ${mostExamined + 1}`;
  return { text: examine(stream, conditionOf(plan), query.limit), values };
}

/**
 * Where the fewest contracts need be looked at: the ones that were searched for by identifier, else those of the renter, of the
 * statuses, or among test contracts and real ones whichever were asked for, where these are few, else one of the first two.
 */
async function chooseLead(worldId: number, query: ContractListQuery): Promise<Lead> {
  const { search, renter, status, test } = query;
  if (search !== undefined) return "search";
  const leads = [
    ...(renter === undefined ? [] : (["renter"] as const)),
    ...(status === undefined || status.length === 0 ? [] : (["statuses"] as const)),
    ...(test === undefined || renter !== undefined ? [] : (["test"] as const)),
  ];
  const [first = "statuses", ...others] = leads;
  if (others.length === 0 && first !== "test") return first;
  for (const lead of leads) {
    const values: string[] = [];
    const few = `select count(*) <= ${mostExamined} as few from (select from (${streamOf({ query, worldId, lead, values })}) found limit ${mostExamined + 1}) counted`;
    const [counted] = await sql.unsafe<{ few: boolean }[]>(few, values);
    if (counted?.few === true) return lead;
  }
  return first === "test" ? "statuses" : first;
}

/** The contracts that a lead leads to, each with what the conditions ask about. */
function streamOf(plan: Plan): string {
  const { query, worldId, lead, values } = plan;
  const bind = (value: string) => `$${values.push(value)}`;
  const columns = "select c.cid, c.uid, c.status, c.contract_type, c.test, c.created_at from contracts c where";
  const inOrder = `${rangeOf(query, bind)} order by c.cid ${orderOf(query)} limit ${mostExamined + 1}`;
  const inWorld = `c.world_id = ${worldId}`;
  switch (lead) {
    case "search":
      return `${columns} ${inWorld} and c.cid = any(array(${namedBy(bind(query.search ?? ""))})) ${inOrder}`;
    case "renter":
      return `${columns} ${inWorld} and c.uid = ${bind(query.renter ?? "")} ${query.test === undefined ? "" : `and c.test = ${query.test}`} ${inOrder}`;
    case "test":
      return `
        select each.* from (${everyRenter(worldId)}) renters
        cross join lateral (${columns} ${inWorld} and c.uid = renters.uid and c.test = ${query.test === true} ${inOrder}) each`;
    case "statuses": {
      // Each status by itself: the first of each are merged in the order of the index.
      const statuses = query.status === undefined || query.status.length === 0 ? contractStatuses : [...new Set(query.status)];
      return statuses.map((status) => `(${columns} ${inWorld} and c.status = '${status}' ${inOrder})`).join(" union all ");
    }
  }
}

/** Whoever has contracts, attached or not any more: the first, and on from each the next, by an index. */
function everyRenter(worldId: number): string {
  const first = (condition: string) => `select uid from contracts where world_id = ${worldId} ${condition} order by uid limit 1`;
  return `
    with recursive every (uid) as ((${first("")}) union all select (${first("and uid > every.uid")}) from every where every.uid is not null)
    select uid from every where uid is not null`;
}

/** The contracts that an identifier means: its own, that of a product in it, of a renewal, or of what a call did. */
function namedBy(search: string): string {
  return `
    select upper(${search}) union select cid from contract_products where cpid = ${search}
    union select unnest(array[cid, next_cid]) from automatic_renewals where arid = ${search}
    union select subject_id from events where execution_id = ${search}`;
}

/** Between which identifiers: they begin with the time at which they were made. */
function rangeOf({ before, after, from, to }: ContractListQuery, bind: (value: string) => string): string {
  const bounds = [
    before === undefined ? (after === undefined ? "" : `and c.cid > ${bind(after)}`) : `and c.cid < ${bind(before)}`,
    from === undefined ? "" : `and c.cid > ${bind(timeOf(from.getTime()))} and c.created_at >= ${bind(from.toISOString())}::timestamptz`,
    to === undefined
      ? ""
      : `and c.cid < ${bind(timeOf(to.getTime() + marginMs))} and c.created_at < ${bind(to.toISOString())}::timestamptz`,
  ];
  return bounds.join(" ");
}

/** The beginning of the identifiers that are made at a moment. */
function timeOf(moment: number): string {
  return encodeTime(Math.max(0, moment), 10);
}

/** What holds of a contract that is looked for, beside what led to it. */
function conditionOf({ query: { renter, status = [], type = [], test }, lead, values }: Plan): string {
  const bind = (value: string) => `$${values.push(value)}`;
  const conditions = [
    lead === "statuses" || status.length === 0 ? [] : [`status in (${status.map((one) => `'${one}'`).join(", ")})`],
    type.length === 0 ? [] : [`contract_type in (${type.map((one) => `'${one}'`).join(", ")})`],
    lead === "renter" || renter === undefined ? [] : [`uid = ${bind(renter)}`],
    lead === "renter" || lead === "test" || test === undefined ? [] : [`test = ${test}`],
  ].flat();
  return conditions.length === 0 ? "true" : conditions.join(" and ");
}

function orderOf(query: ContractListQuery): "asc" | "desc" {
  return isRising(query) ? "asc" : "desc";
}
