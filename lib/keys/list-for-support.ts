import { and, eq, ilike, inArray, like, or } from "drizzle-orm";
import { db } from "#db/client.ts";
import { apiKeys, partners, worlds } from "#db/schema/partners.ts";
import type { StaffContext } from "#lib/context.ts";
import { patternBeginningWith, patternContaining } from "#lib/db/like.ts";
import type { KeyOverview } from "#lib/keys/list.ts";
import type { KeyListQuery } from "#lib/keys/requests.ts";
import { cutKeys } from "#lib/keys/rules/cut-keys.ts";
import type { KeyState } from "#lib/keys/schema.ts";
import { isReportedAt, keyStateAt } from "#lib/keys/state.ts";
import { makeListPage } from "#lib/portal-lists.ts";
import type { ListPage } from "#lib/portal-lists.ts";
import { rowsOfPage } from "#lib/rows-of-page.ts";

/** A key as a row of support's list: never the key itself. */
export interface KeyRow extends KeyOverview {
  partnerId: string;
  partnerName: string;
  state: KeyState;
  /** Its partner believes it to be in wrong hands, and it still works. */
  isReported: boolean;
}

/** For any of the staff, who look them up: keys of all partners that match, newest first; found by their beginning, their id or their partner's name (portal.md § Support side, Keys). */
export async function listForSupport({ now }: StaffContext, query: KeyListQuery): Promise<ListPage<KeyRow>> {
  const { partner, environment = [], state = [] } = query;
  const { id, preview, createdAt, lastUsedAt, expiresAt, revokedAt, revokedReason } = apiKeys;
  const search = query.search === undefined ? undefined : cutKeys(query.search);
  const page = rowsOfPage(id, query);
  const stateNow = keyStateAt(now);
  const rows = await db
    .select({
      id,
      partnerId: partners.id,
      partnerName: partners.name,
      environment: worlds.environment,
      preview,
      state: stateNow,
      isReported: isReportedAt(now),
      createdAt,
      lastUsedAt,
      expiresAt,
      revokedAt,
      revokedReason,
    })
    .from(apiKeys)
    .innerJoin(worlds, eq(worlds.id, apiKeys.worldId))
    .innerJoin(partners, eq(partners.id, worlds.partnerId))
    .where(
      and(
        search === undefined
          ? undefined
          : or(like(preview, patternBeginningWith(search)), eq(id, search), ilike(partners.name, patternContaining(search))),
        partner === undefined ? undefined : eq(partners.id, partner),
        environment.length === 0 ? undefined : inArray(worlds.environment, environment),
        state.length === 0 ? undefined : inArray(stateNow, state),
        page.where,
      ),
    )
    .orderBy(page.orderBy)
    .limit(page.limit);
  return makeListPage(rows, query, (row) => row.id);
}
