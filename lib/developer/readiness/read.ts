import { sql } from "#db/client.ts";
import { withOwnDeadline } from "#db/request-deadline.ts";
import type { ContextOf } from "#lib/account/users/roles.ts";
import type { SupportContext } from "#lib/account/worlds/context.ts";
import { findWorld } from "#lib/account/worlds/find.ts";
import { readinessItems, readinessNames } from "#lib/developer/readiness/catalogue.ts";
import type { EvidenceKind, ReadinessItem } from "#lib/developer/readiness/catalogue.ts";
import { countErrors, findEvidence, findKept, measureWebhooks } from "#lib/developer/readiness/find-evidence.ts";
import type { Evidence } from "#lib/developer/readiness/find-evidence.ts";
import { shareRead } from "#lib/platform/process/shared-reads.ts";

const dayMs = 86_400_000;
/** How long evidence counts (rules/call-log.md#readiness-1). */
const validMs = 90 * dayMs;
/** Newer evidence is not searched again. */
const freshMs = 7 * dayMs;
/** The limit: 5 refused calls among the newest 100. */
const errorsAllowed = { calls: 100, refused: 5 };

/** Items that the newest calls and deliveries may also take back. */
const measured: readonly ReadinessItem[] = ["fewRefusals", "webhookFast"];

export interface ReadinessState {
  item: ReadinessItem;
  /** Null for never, or more than 90 days ago. */
  metAt: Date | null;
  /** Null if its row is gone. */
  evidence: { kind: EvidenceKind; id: string } | null;
}

export interface Readiness {
  items: ReadinessState[];
  done: number;
  /** The newest calls, up to 100, and how many of them were refused. */
  newest: { calls: number; refused: number };
}

/** Reads the readiness of a development world (rules/call-log.md#readiness-1), and stores new evidence for 90 days. */
export async function refreshReadiness(worldId: number, now: Date): Promise<Readiness> {
  const marks = await readMarks(worldId);
  const isFresh = (item: ReadinessItem) => (marks.get(item)?.at.getTime() ?? 0) > now.getTime() - freshMs;
  const due = readinessNames.filter((item) => !measured.includes(item) && !isFresh(item));
  const [found, newest, pace] = await Promise.all([
    findEvidence(worldId, due),
    countErrors(worldId, errorsAllowed.calls),
    measureWebhooks(worldId),
  ]);
  const lost: ReadinessItem[] = [];
  const refusals = newest.calls >= errorsAllowed.calls && newest.refused <= errorsAllowed.refused;
  if (refusals && newest.id !== null && newest.at !== null) found.push({ item: "fewRefusals", id: newest.id, at: newest.at });
  if (newest.refused > errorsAllowed.refused) lost.push("fewRefusals");
  if (pace.fast !== undefined) found.push(pace.fast);
  if (pace.isSlow) lost.push("webhookFast");
  await storeEvidence(worldId, found, lost);
  for (const item of lost) marks.delete(item);
  for (const evidence of found) marks.set(evidence.item, evidence);
  const keptMarks = await findKept([...marks.values()].map(({ item, id }) => ({ kind: readinessItems[item].evidence, id })));
  const items = readinessNames.map((item) => stateOf(item, marks.get(item), keptMarks, now));
  return {
    items,
    done: items.filter(({ metAt }) => metAt !== null).length,
    newest: { calls: newest.calls, refused: newest.refused },
  };
}

function stateOf(item: ReadinessItem, mark: Evidence | undefined, stillStored: ReadonlySet<string>, now: Date): ReadinessState {
  if (mark === undefined || mark.at.getTime() < now.getTime() - validMs) return { item, metAt: null, evidence: null };
  return { item, metAt: mark.at, evidence: stillStored.has(mark.id) ? { kind: readinessItems[item].evidence, id: mark.id } : null };
}

async function readMarks(worldId: number): Promise<Map<ReadinessItem, Evidence>> {
  const rows = await sql<{ item: ReadinessItem; at: Date; id: string }[]>`
    select item, met_at as at, evidence_id as id from readiness_marks where world_id = ${worldId}`;
  return new Map(rows.map(({ item, at, id }) => [item, { item, id, at }]));
}

async function storeEvidence(worldId: number, evidence: readonly Evidence[], lost: readonly ReadinessItem[]): Promise<void> {
  if (lost.length > 0) await sql`delete from readiness_marks where world_id = ${worldId} and item = any(${[...lost]}::text[])`;
  if (evidence.length === 0) return;
  await sql`
    insert into readiness_marks (world_id, item, met_at, evidence_id)
    select ${worldId}, shown.* from unnest(${evidence.map(({ item }) => item)}::text[], ${evidence.map(({ at }) => at.toISOString())}::text[]::timestamptz[],
      ${evidence.map(({ id }) => id)}::text[]) as shown
    on conflict (world_id, item) do update set met_at = excluded.met_at, evidence_id = excluded.evidence_id
    where excluded.met_at > readiness_marks.met_at`;
}

/** Stores the readiness of development worlds with calls in the last day, before their calls expire; returns how many. */
export async function rememberReadiness(now: Date): Promise<number> {
  const worlds = await sql<{ id: number }[]>`
    select w.id from worlds w
    where w.environment = 'development' and exists (
      select 1 from call_hours h where h.world_id = w.id and h.hour > ${new Date(now.getTime() - dayMs)})`;
  for (const { id } of worlds) await refreshReadiness(id, now);
  return worlds.length;
}

/** Always about the partner's development world. */
export async function readForPortal(ctx: ContextOf["developer"]): Promise<Readiness> {
  const { id } = await findWorld(ctx.world.partnerId, "development");
  return refresh(id, ctx.realTime);
}

export async function readForSupport(ctx: SupportContext, partnerId: string): Promise<Readiness> {
  const { id } = await findWorld(partnerId, "development");
  return refresh(id, ctx.now);
}

/** Each open page asks again every 15 seconds. */
function refresh(worldId: number, now: Date): Promise<Readiness> {
  return shareRead(`readiness ${worldId}`, () => withOwnDeadline(() => refreshReadiness(worldId, now)));
}
