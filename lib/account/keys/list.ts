import { and, desc, eq, inArray, isNotNull, isNull, like, or, sql } from "drizzle-orm";
import { db } from "#db/client.ts";
import { apiKeys, keyReports, partners, worlds } from "#db/schema/partners.ts";
import { users } from "#db/schema/users.ts";
import { isReportedAt, keyStateAt, worksAt } from "#lib/account/keys/find.ts";
import type { KeyListQuery } from "#lib/account/keys/requests.ts";
import { isOwnKey } from "#lib/account/keys/rules/named.ts";
import type { KeyState } from "#lib/account/keys/schema.ts";
import { readUse } from "#lib/account/keys/usage.ts";
import type { KeyUse } from "#lib/account/keys/usage.ts";
import type { PortalContext, StaffContext } from "#lib/account/worlds/context.ts";
import type { Environment } from "#lib/platform/environments.ts";
import { containsTyped, patternBeginningWith } from "#lib/platform/lists/folded.ts";
import { rowsOfPage } from "#lib/platform/lists/list.ts";
import { makeListPage } from "#lib/platform/lists/portal-lists.ts";
import type { ListPage } from "#lib/platform/lists/portal-lists.ts";
import { cutKeys } from "#lib/platform/log/mask.ts";
import type { Right } from "#lib/platform/wire/rights.ts";

/** Never the key itself. */
export interface KeyOverview {
  id: string;
  /** Null for the key of the environment, which has all rights. */
  name: string | null;
  rights: Right[];
  environment: Environment;
  preview: string;
  createdAt: Date;
  lastUsedAt: Date | null;
  expiresAt: Date | null;
  revokedAt: Date | null;
  revokedReason: string | null;
}

const { id, name, rights, preview, createdAt, lastUsedAt, expiresAt, revokedAt, revokedReason } = apiKeys;
const { environment } = worlds;
const overview = { id, name, rights, environment, preview, createdAt, lastUsedAt, expiresAt, revokedAt, revokedReason };

export async function listKeys(partnerId: string): Promise<KeyOverview[]> {
  return db
    .select(overview)
    .from(apiKeys)
    .innerJoin(worlds, eq(worlds.id, apiKeys.worldId))
    .where(eq(worlds.partnerId, partnerId))
    .orderBy(desc(apiKeys.createdAt), desc(apiKeys.id));
}

const maxShown = 100;

export interface OwnKey {
  id: string;
  preview: string;
  state: KeyState;
  createdAt: Date;
  lastUsedAt: Date | null;
  expiresAt: Date | null;
  revokedAt: Date | null;
  reason: string | null;
  replacedAt: Date | null;
  isRotated: boolean;
  /** The report of a compromised key, while the key works. */
  report: { at: Date; by: string | null; note: string } | null;
  use: KeyUse | null;
}

/** This world's key and the ones that it replaced, newest first (rules/access.md#keys-10). */
export async function listOfWorld({ world, realTime: now }: Pick<PortalContext, "world" | "realTime">): Promise<OwnKey[]> {
  const rows = await db
    .select({
      ...{ id, preview, createdAt, lastUsedAt, expiresAt, revokedAt, reason: revokedReason, state: keyStateAt(now) },
      ...{ reportedAt: keyReports.reportedAt, reportedBy: users.name, note: keyReports.note },
    })
    .from(apiKeys)
    .leftJoin(keyReports, and(eq(keyReports.keyId, apiKeys.id), isNull(keyReports.closedAt)))
    .leftJoin(users, eq(users.id, keyReports.reportedBy))
    .where(and(eq(apiKeys.worldId, world.id), isNull(apiKeys.name)))
    .orderBy(desc(apiKeys.createdAt), desc(apiKeys.id))
    // One extra row shows whether the last one replaced another.
    .limit(maxShown + 1);
  const keys = rows.slice(0, maxShown).map(({ reportedAt, reportedBy, note, ...row }, index) => ({
    ...row,
    replacedAt: rows[index - 1]?.createdAt ?? null,
    isRotated: rows[index + 1] !== undefined,
    isWorking: row.state === "active" || row.state === "expiring",
    report: reportedAt === null ? null : { at: reportedAt, by: reportedBy, note: note ?? "" },
  }));
  return Promise.all(
    keys.map(async ({ isWorking, report, ...key }) => ({
      ...key,
      report: isWorking ? report : null,
      use: isWorking ? await readUse(world.id, key, now) : null,
    })),
  );
}

export interface NamedKey {
  id: string;
  name: string;
  rights: Right[];
  preview: string;
  state: KeyState;
  createdAt: Date;
  /** The person who created it; null for Covergate's staff. */
  createdBy: string | null;
  /** True if the viewer created it in Development, so that they may revoke it. */
  isOwn: boolean;
  lastUsedAt: Date | null;
  expiresAt: Date | null;
  revokedAt: Date | null;
  reason: string | null;
  /** The last 24 hours of a key that works. */
  use: KeyUse | null;
}

/** The named keys of this world, those that work before past ones, newest first (rules/access.md#named-1). */
export async function listNamed(ctx: Pick<PortalContext, "world" | "realTime" | "actor">): Promise<NamedKey[]> {
  const { world, realTime: now } = ctx;
  const state = keyStateAt(now);
  const [createdBy, creatorId] = [users.name, users.id];
  const rows = await db
    .select({ id, name, rights, preview, state, createdAt, createdBy, creatorId, lastUsedAt, expiresAt, revokedAt, reason: revokedReason })
    .from(apiKeys)
    .leftJoin(users, eq(users.id, apiKeys.createdBy))
    .where(and(eq(apiKeys.worldId, world.id), isNotNull(name)))
    .orderBy(desc(sql`coalesce(${worksAt(now)}, false)`), desc(createdAt), desc(id))
    .limit(maxShown);
  return Promise.all(
    rows.map(async ({ name: given, creatorId: creator, ...key }) => {
      const isWorking = key.state === "active" || key.state === "expiring";
      const isOwn = isOwnKey(ctx, creator);
      return { ...key, name: given ?? "", isOwn, use: isWorking ? await readUse(world.id, { ...key, replacedAt: null }, now) : null };
    }),
  );
}

export interface KeyRow extends KeyOverview {
  partnerId: string;
  partnerName: string;
  state: KeyState;
  isReported: boolean;
}

/** Lists the keys of all partners, newest first (rules/access.md#keys-12). */
export async function listForSupport({ now }: StaffContext, query: KeyListQuery): Promise<ListPage<KeyRow>> {
  const { partner, environment: chosen = [], state = [] } = query;
  const search = query.search === undefined ? undefined : cutKeys(query.search);
  const page = rowsOfPage(id, query);
  const stateNow = keyStateAt(now);
  const rows = await db
    .select({ ...overview, partnerId: partners.id, partnerName: partners.name, state: stateNow, isReported: isReportedAt(now) })
    .from(apiKeys)
    .innerJoin(worlds, eq(worlds.id, apiKeys.worldId))
    .innerJoin(partners, eq(partners.id, worlds.partnerId))
    .where(
      and(
        search === undefined
          ? undefined
          : or(like(preview, patternBeginningWith(search)), eq(id, search), containsTyped(["partners.name"], search)),
        partner === undefined ? undefined : eq(partners.id, partner),
        chosen.length === 0 ? undefined : inArray(environment, chosen),
        state.length === 0 ? undefined : inArray(stateNow, state),
        page.where,
      ),
    )
    .orderBy(page.orderBy)
    .limit(page.limit);
  return makeListPage(rows, query, (row) => row.id);
}
