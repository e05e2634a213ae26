import { asc, desc, isNull } from "drizzle-orm";
import { db } from "#db/client.ts";
import type { Transaction } from "#db/client.ts";
import { violatesConstraint } from "#db/driver.ts";
import { tariffs } from "#db/schema/tariffs.ts";
import { recordAudit } from "#lib/account/audit/record.ts";
import type { StaffContext, SupportContext } from "#lib/account/worlds/context.ts";
import { newTariff } from "#lib/insurance/prices/schema.ts";
import type { NewTariff, Tariff } from "#lib/insurance/prices/schema.ts";
import { UserError } from "#lib/platform/errors/user-error.ts";
import { newId } from "#lib/platform/ids.ts";
import { dateOf, insurerZone } from "#lib/platform/time/calendar.ts";

/** Adds a tariff version (rules/prices.md#lists-1). A public one applies from its date on, a partner's own once support sets it. */
export async function create(ctx: StaffContext, input: NewTariff): Promise<Tariff> {
  const version = newTariff.parse(input);
  return explained(version, () => db.transaction((tx) => insertTariff(tx, ctx, version)));
}

/** Explains a conflict with another version, after the transaction that adds this one. */
export async function explained<Result>(version: NewTariff, work: () => Promise<Result>): Promise<Result> {
  return work().catch((error: unknown) => {
    throw explainConflict(error, version);
  });
}

/** Adds a version as a part of `tx`; the caller explains a conflict by `explained`. */
export async function insertTariff(
  tx: Transaction,
  ctx: StaffContext,
  version: NewTariff,
  { reason, ...details }: { reason?: string } & Record<string, unknown> = {},
): Promise<Tariff> {
  const stored: Tariff = { id: newId("trf"), ...version };
  await tx.insert(tariffs).values(stored);
  const why = reason === undefined ? {} : { reason };
  await recordAudit(tx, ctx, { action: "tariff.created", subjectId: stored.id, details: { ...stored, ...details }, ...why });
  return stored;
}

function explainConflict(error: unknown, version: NewTariff): unknown {
  const isSameVersion = violatesConstraint(error, "tariffs_name_version") || violatesConstraint(error, "tariff_proposals_waiting");
  if (isSameVersion) return versionTaken(version);
  return violatesConstraint(error, "tariffs_in_force") ? dateTaken(version) : error;
}

export function versionTaken({ name, version }: NewTariff): UserError {
  return new UserError(`the tariff ${name} has a version ${version} already`, { key: "tariffVersionTaken", values: { name, version } });
}

export function dateTaken({ name, effectiveFrom }: NewTariff): UserError {
  const at = dateOf(effectiveFrom, insurerZone);
  return new UserError(`the tariff ${name} has a version that takes effect on ${at} already`, {
    key: "tariffDateTaken",
    values: { name, at },
  });
}

export type TariffName = Omit<Tariff, "rates">;

/**
 * Every tariff version but the withdrawn ones, by name, the newest of each first: what support can give a partner
 * (rules/prices.md#lists-2).
 */
export async function list(_ctx: SupportContext): Promise<TariffName[]> {
  const { id, name, version, effectiveFrom, withdrawnAt } = tariffs;
  return db.select({ id, name, version, effectiveFrom }).from(tariffs).where(isNull(withdrawnAt)).orderBy(asc(name), desc(effectiveFrom));
}
