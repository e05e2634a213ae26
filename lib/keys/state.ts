import { and, gt, isNull, or, sql } from "drizzle-orm";
import type { SQL } from "drizzle-orm";
import { apiKeys, keyReports } from "#db/schema/partners.ts";
import type { KeyState } from "#lib/keys/schema.ts";

/** What can be said of a key at a moment. */
export function keyStateAt(now: Date): SQL<KeyState> {
  return sql<KeyState>`case
    when ${apiKeys.revokedAt} is not null then 'revoked'
    when ${apiKeys.expiresAt} <= ${now.toISOString()}::timestamptz then 'expired'
    when ${apiKeys.expiresAt} is not null then 'expiring'
    else 'active' end`;
}

/** Holds of the keys that are accepted at a moment. */
export function worksAt(now: Date): SQL | undefined {
  return and(isNull(apiKeys.revokedAt), or(isNull(apiKeys.expiresAt), gt(apiKeys.expiresAt, now)));
}

/** Holds of a key that was reported and still works at a moment: a report is open until its key is dead. */
export function isReportedAt(now: Date): SQL<boolean> {
  return sql<boolean>`(${worksAt(now)} and exists (
    select from ${keyReports} where ${keyReports.keyId} = ${apiKeys.id} and ${keyReports.closedAt} is null))`;
}
