import { sql } from "#db/client.ts";
import type { Fragment } from "#db/client.ts";
import { readinessNames } from "#lib/developer/readiness/catalogue.ts";
import type { EvidenceKind, ReadinessItem } from "#lib/developer/readiness/catalogue.ts";
import { itemsBySentBody, readSentBody } from "#lib/developer/readiness/rules/sent-body.ts";

export interface Evidence {
  item: ReadinessItem;
  id: string;
  at: Date;
}

/** The newest calls of an endpoint, among which a success is searched. */
const maxCalls = 5000;
/** The newest successes of an endpoint whose bodies are read, and the newest submissions. */
const maxBodies = 200;
/** The newest deliveries, among which one that was accepted twice is searched. */
const maxDeliveries = 1000;
/** The newest deliveries of a webhook that are measured, and their minimum. */
const measured = { newest: 100, least: 20 };
const fastMs = 2000;
const fastShare = 0.95;

/** Only the partner's own system produces evidence (rules/call-log.md#readiness-1). */
const isOfSystem = sql`source is null`;

interface Kind {
  endpoints?: readonly string[];
  preview?: boolean;
  errorCode?: number;
}

const previewed = ["createContract", "updateContract", "cancelContract", "createProductFromContract", "deleteProductFromContract"];

/** Items that a call proves by its endpoint and outcome. */
const kinds: Partial<Record<ReadinessItem, Kind>> = {
  preview: { endpoints: previewed, preview: true },
  productAdded: { endpoints: ["createProductFromContract"] },
  productRemoved: { endpoints: ["deleteProductFromContract"] },
  ended: { endpoints: ["cancelContract"] },
  claimCreated: { endpoints: ["createClaim"] },
  documentsUploaded: { endpoints: ["uploadDocuments", "uploadDocument"] },
  documentsMissing: { endpoints: ["submitClaim"], errorCode: 3004 },
  claimCancelled: { endpoints: ["cancelClaim"] },
  documentFetched: { endpoints: ["getDocument"] },
  periodLocked: { errorCode: 1050 },
  contractNotFound: { errorCode: 1051 },
  keyRefused: { errorCode: 9002 },
};

/** The newest proof of each item. */
export async function findEvidence(worldId: number, items: readonly ReadinessItem[]): Promise<Evidence[]> {
  const wanted = new Set(items);
  const found = await Promise.all([
    findByKind(worldId, items),
    findByBody(worldId, wanted),
    wanted.has("claimSubmitted") ? findSubmission(worldId) : [],
    wanted.has("claimSubmitted") || wanted.has("documentsUploaded") ? findCompletedLink(worldId, wanted) : [],
    wanted.has("idempotentRetry") ? findIdempotentRetry(worldId) : [],
    wanted.has("acceptedTwice") ? findAcceptedTwice(worldId) : [],
  ]);
  // An item can be proved by a call and by a link.
  const byTime = found.flat().toSorted((a, b) => b.at.getTime() - a.at.getTime());
  return readinessNames.flatMap((item) => byTime.find((evidence) => evidence.item === item) ?? []);
}

async function findByKind(worldId: number, items: readonly ReadinessItem[]): Promise<Evidence[]> {
  const wanted = items.flatMap((item) => {
    const kind = kinds[item];
    if (kind === undefined) return [];
    return [{ item, endpoints: kind.endpoints ?? null, preview: kind.preview ?? false, error_code: kind.errorCode ?? null }];
  });
  if (wanted.length === 0) return [];
  return sql<Evidence[]>`
    select asked.item, found.id, found.at
    from json_to_recordset(${JSON.stringify(wanted)}::text::json) as asked (item text, endpoints text[], preview boolean, error_code int)
    cross join lateral (
      select c.execution_id as id, c.at from unnest(asked.endpoints) as named (endpoint) cross join lateral (
        select * from (
          select execution_id, at, preview, status from calls
          where world_id = ${worldId} and coalesce(endpoint, 'unknown') = named.endpoint and ${isOfSystem} order by at desc, execution_id desc limit ${literal(maxCalls)}
        ) c where asked.error_code is null and c.preview = asked.preview and c.status < 300 order by c.at desc limit 1
      ) c
      union all
      select c.execution_id, c.at from (
        select execution_id, at from calls
        where world_id = ${worldId} and error_code = asked.error_code and not preview and ${isOfSystem}
          and (asked.endpoints is null or coalesce(endpoint, 'unknown') = any(asked.endpoints))
        order by at desc, execution_id desc limit 1
      ) c
      order by at desc limit 1
    ) found`;
}

/** Items that a call proves by its body. */
async function findByBody(worldId: number, wanted: ReadonlySet<ReadinessItem>): Promise<Evidence[]> {
  const proofs = Object.entries<Partial<Record<ReadinessItem, (body: ReturnType<typeof readSentBody>) => boolean>>>(itemsBySentBody);
  const endpoints = proofs.filter(([, items]) => Object.keys(items).some((item) => wanted.has(item as ReadinessItem)));
  const evidence = await Promise.all(
    endpoints.map(async ([endpoint, items]) => {
      const calls = await readSuccesses(worldId, endpoint);
      const bodies = calls.map((call) => ({ ...call, body: readSentBody(call.text) }));
      return Object.entries(items).flatMap(([item, proves]): Evidence[] => {
        const call = bodies.find(({ body }) => proves(body));
        return call === undefined ? [] : [{ item: item as ReadinessItem, id: call.id, at: call.at }];
      });
    }),
  );
  return evidence.flat();
}

async function readSuccesses(worldId: number, endpoint: string): Promise<{ id: string; at: Date; text: string | null }[]> {
  return sql<{ id: string; at: Date; text: string | null }[]>`
    select execution_id as id, at, request_body as text from calls
    where world_id = ${worldId} and coalesce(endpoint, 'unknown') = ${endpoint} and not preview and status < 300 and ${isOfSystem}
    order by at desc, execution_id desc limit ${literal(maxBodies)}`;
}

/** A call that submitted a claim, also with its last document. */
async function findSubmission(worldId: number): Promise<Evidence[]> {
  return sql<Evidence[]>`
    select 'claimSubmitted' as item, c.execution_id as id, c.at from (
      select execution_id from events where world_id = ${worldId} and event_type = 'v2.claim.created' and not test and execution_id is not null
      order by id desc limit ${literal(maxBodies)}
    ) e join calls c on c.world_id = ${worldId} and c.execution_id = e.execution_id where c.source is null
    order by c.execution_id desc limit 1`;
}

/** Finds a call that made a claim link by which the insured sent every document: it counts like the calls that a link replaces. */
async function findCompletedLink(worldId: number, wanted: ReadonlySet<ReadinessItem>): Promise<Evidence[]> {
  const [link] = await sql<{ id: string; at: Date; isSubmission: boolean }[]>`
    select c.execution_id as id, l.completed_at as at,
      exists (select from events e where e.world_id = ${worldId} and e.subject_id = l.claim_id and e.event_type = 'v2.claim.created' and e.execution_id = l.id) as "isSubmission"
    from (
      select id, claim_id, execution_id, completed_at from claim_links where world_id = ${worldId} and completed_at is not null
      order by id desc limit ${literal(maxBodies)}
    ) l join calls c on c.world_id = ${worldId} and c.execution_id = l.execution_id where c.source is null
    order by "isSubmission" desc, l.id desc limit 1`;
  if (link === undefined) return [];
  const proved: ReadinessItem[] = link.isSubmission ? ["documentsUploaded", "claimSubmitted"] : ["documentsUploaded"];
  return proved.filter((item) => wanted.has(item)).map((item) => ({ item, id: link.id, at: link.at }));
}

async function findIdempotentRetry(worldId: number): Promise<Evidence[]> {
  return sql<Evidence[]>`
    select 'idempotentRetry' as item, execution_id as id, at from calls
    where world_id = ${worldId} and replay_of is not null and ${isOfSystem} order by execution_id desc limit 1`;
}

/** A replay of a succeeded delivery that succeeded again. */
async function findAcceptedTwice(worldId: number): Promise<Evidence[]> {
  return sql<Evidence[]>`
    select 'acceptedTwice' as item, d.id, d.updated_at as at from (
      select id, attempts, updated_at from deliveries where world_id = ${worldId} and status = 'succeeded' and not test
      order by created_at desc, id desc limit ${literal(maxDeliveries)}
    ) d
    where d.attempts > 1 and (select count(*) from delivery_attempts a where a.delivery_id = d.id and a.status_code between 200 and 299) > 1
    order by d.id desc limit 1`;
}

export interface Pace {
  /** The webhook that accepted 95 % of its newest deliveries within 2 seconds. */
  fast: Evidence | undefined;
  /** True if webhooks were measured and none is fast. */
  isSlow: boolean;
}

/** Measures webhooks with enough deliveries. */
export async function measureWebhooks(worldId: number): Promise<Pace> {
  const rows = await sql<{ id: string; at: Date; isFast: boolean }[]>`
    select w.id, newest.at, newest.fast >= newest.sent * ${fastShare}::float8 as "isFast" from webhooks w cross join lateral (
      select count(*) as sent, count(*) filter (where status = 'succeeded' and last_duration_ms <= ${fastMs}) as fast, max(updated_at) as at from (
        select status, last_duration_ms, updated_at from deliveries
        where webhook_id = w.id and status in ('succeeded', 'retrying', 'failed') and not test order by created_at desc, id desc limit ${literal(measured.newest)}
      ) d
    ) newest
    where w.world_id = ${worldId} and w.deleted_at is null and w.enabled and newest.sent >= ${measured.least}
    order by newest.at desc`;
  const fast = rows.find(({ isFast }) => isFast);
  return {
    fast: fast && { item: "webhookFast", id: fast.id, at: fast.at },
    isSlow: fast === undefined && rows.length > 0,
  };
}

/** Those of the identifiers whose row is still there. */
export async function findKept(evidence: readonly { kind: EvidenceKind; id: string }[]): Promise<Set<string>> {
  const idsOf = (kind: EvidenceKind) => evidence.filter((one) => one.kind === kind).map(({ id }) => id);
  const rows = await sql<{ id: string }[]>`
    select execution_id as id from calls where execution_id = any(${idsOf("call")}::text[])
    union all select id from deliveries where id = any(${idsOf("delivery")}::text[])
    union all select id from webhooks where id = any(${idsOf("webhook")}::text[]) and deleted_at is null`;
  return new Set(rows.map(({ id }) => id));
}

export async function countErrors(
  worldId: number,
  newest: number,
): Promise<{ calls: number; refused: number; at: Date | null; id: string | null }> {
  const [counted] = await sql<[{ calls: number; refused: number; at: Date | null; id: string | null }]>`
    select count(*)::int as calls, count(*) filter (where c.status >= 400)::int as refused, max(c.at) as at, max(c.execution_id) as id from (
      select execution_id, status, at from calls where world_id = ${worldId} and ${isOfSystem} order by at desc, execution_id desc limit ${literal(newest)}
    ) c`;
  return counted;
}

/** A literal, since a cached plan for any limit would read everything. */
function literal(count: number): Fragment {
  return sql`${sql.unsafe(String(count))}`;
}
