import { and, gt, isNull, or, sql } from "drizzle-orm";
import type { SQL } from "drizzle-orm";
import { sql as pool } from "#db/client.ts";
import { batchReads } from "#db/rows.ts";
import { apiKeys, keyReports } from "#db/schema/partners.ts";
import { isWellFormedKey, keyPreview, resemblesKey } from "#lib/account/keys/rules/format.ts";
import type { KeyState } from "#lib/account/keys/schema.ts";
import { hashesOfKeyText } from "#lib/account/keys/secrets.ts";
import type { PartnerSettings, World } from "#lib/account/worlds/context.ts";
import type { Feature, PartnerStatus } from "#lib/account/worlds/schema.ts";
import type { Environment } from "#lib/platform/environments.ts";
import { realClock } from "#lib/platform/time/clock.ts";
import type { WorldClock } from "#lib/platform/time/clock.ts";
import type { Right } from "#lib/platform/wire/rights.ts";

export interface KnownKey {
  id: string;
  world: World;
  clock: WorldClock;
  partner: PartnerSettings;
  rights: readonly Right[];
  requestsPerMinute: number;
  status: PartnerStatus;
  revokedAt: Date | null;
  expiresAt: Date | null;
}

interface Row {
  hash: string;
  id: string;
  worldId: number;
  partnerId: string;
  environment: Environment;
  clockOffsetMs: string;
  clockPausedAt: Date | null;
  features: Feature[];
  openContractsLimit: number | null;
  tariffId: string | null;
  rights: Right[];
  requestsPerMinute: number;
  status: PartnerStatus;
  revokedAt: Date | null;
  expiresAt: Date | null;
}

/** Finds a key; a malformed text needs no query. Never cached, so that every instance refuses a revoked key at once. */
export async function findKey(key: string): Promise<KnownKey | undefined> {
  const row = isWellFormedKey(key) ? await readRow(key) : undefined;
  return row === undefined ? undefined : toKey(row);
}

const readRow = batchReads(
  (key: string) => key,
  async (keys) => {
    const hashesOf = new Map(keys.map((key) => [key, hashesOfKeyText(key)]));
    const hashes = [...hashesOf.values()].flat();
    // Each by itself under a cached plan, as in lib/insurance/contracts/find.ts.
    const rows = await pool<Row[]>`
      select asked.hash, found.* from unnest((select ${hashes}::text[])) as asked (hash), lateral (
        select k.id, k.world_id, w.partner_id, w.environment,
          w.clock_offset_ms, w.clock_stands_at as "clockPausedAt", p.features,
          p.open_contracts_limit, p.tariff_id,
          p.requests_per_minute, p.status,
          k.rights, k.revoked_at, k.expires_at
        from api_keys k join worlds w on w.id = k.world_id join partners p on p.id = w.partner_id
        where k.hash = asked.hash offset 0) as found`;
    const byHash = new Map(rows.map((row) => [row.hash, row]));
    return new Map(
      keys.map((key) => [
        key,
        hashesOf
          .get(key)
          ?.map((hash) => byHash.get(hash))
          .find((row) => row !== undefined),
      ]),
    );
  },
);

function toKey(row: Row): KnownKey {
  return {
    id: row.id,
    world: { id: row.worldId, partnerId: row.partnerId, environment: row.environment },
    clock: { offsetMs: Number(row.clockOffsetMs), pausedAt: row.clockPausedAt },
    partner: { features: row.features, openContractsLimit: row.openContractsLimit, tariffId: row.tariffId },
    rights: row.rights,
    requestsPerMinute: row.requestsPerMinute,
    status: row.status,
    revokedAt: row.revokedAt,
    expiresAt: row.expiresAt,
  };
}

/** Over all mistyped keys together. */
const loggedPerMinute = 60;

type MistypedRow = Pick<KnownKey, "world" | "partner"> & { preview: string };

/** Finds the development key that a text resembles, so that its world logs the failed call; nothing if several begin alike. */
export async function findMistyped(text: string): Promise<{ known?: KnownKey }> {
  const key = resemblesKey(text) ? await readByPreview(keyPreview(text)) : undefined;
  if (key === undefined) return {};
  const { world, partner } = key;
  return {
    known: {
      id: "",
      world,
      clock: realClock,
      partner,
      rights: [],
      requestsPerMinute: loggedPerMinute,
      status: "active",
      revokedAt: null,
      expiresAt: null,
    },
  };
}

const readByPreview = batchReads(
  (preview: string) => preview,
  async (previews) => {
    const rows = await pool<MistypedRow[]>`
      select k.preview, json_build_object('id', w.id, 'partnerId', w.partner_id, 'environment', w.environment) as world,
        json_build_object('features', p.features, 'openContractsLimit', p.open_contracts_limit, 'tariffId', p.tariff_id) as partner
      from api_keys k join worlds w on w.id = k.world_id join partners p on p.id = w.partner_id
      where k.preview = any(${previews}::text[]) and k.revoked_at is null and w.environment = 'development'
        and not exists (select from api_keys other where other.preview = k.preview and other.world_id <> k.world_id)`;
    return new Map(rows.map((row) => [row.preview, row]));
  },
);

/** A key of the environment with an expiry is being replaced; a named key has one from the start. */
export function keyStateAt(now: Date): SQL<KeyState> {
  return sql<KeyState>`case
    when ${apiKeys.revokedAt} is not null then 'revoked'
    when ${apiKeys.expiresAt} <= ${now} then 'expired'
    when ${apiKeys.expiresAt} is not null and ${apiKeys.name} is null then 'expiring'
    else 'active' end`;
}

export function worksAt(now: Date): SQL | undefined {
  return and(isNull(apiKeys.revokedAt), or(isNull(apiKeys.expiresAt), gt(apiKeys.expiresAt, now)));
}

/** True for a reported key that still works; a report is open until then. */
export function isReportedAt(now: Date): SQL<boolean> {
  return sql<boolean>`(${worksAt(now)} and exists (
    select from ${keyReports} where ${keyReports.keyId} = ${apiKeys.id} and ${keyReports.closedAt} is null))`;
}
