import { isDeepStrictEqual } from "node:util";
import { and, eq, ne } from "drizzle-orm";
import { db } from "#db/client.ts";
import type { Transaction } from "#db/client.ts";
import { violatesConstraint } from "#db/driver.ts";
import { partners, worlds } from "#db/schema/partners.ts";
import { tariffs } from "#db/schema/tariffs.ts";
import { recordAudit, withBefore } from "#lib/account/audit/record.ts";
import { issueKey } from "#lib/account/keys/issue.ts";
import type { IssuedKey } from "#lib/account/keys/issue.ts";
import { read } from "#lib/account/partners/list.ts";
import { assertRecentlyAuthenticated } from "#lib/account/users/guards.ts";
import type { SupportContext, World } from "#lib/account/worlds/context.ts";
import { partnerChanges, partnerSettings, partnerSettingsChange, partnerStatusChange } from "#lib/account/worlds/schema.ts";
import type {
  PartnerChanges,
  PartnerChangesInput,
  PartnerSettingsChange,
  PartnerSettingsInput,
  PartnerStatusChange,
} from "#lib/account/worlds/schema.ts";
import { environments } from "#lib/platform/environments.ts";
import type { Environment } from "#lib/platform/environments.ts";
import { NotFound, UserError } from "#lib/platform/errors/user-error.ts";
import { newId } from "#lib/platform/ids.ts";
import { reasoned } from "#lib/platform/wire/reason.ts";

export interface CreatedPartner {
  id: string;
  worlds: Record<Environment, World>;
  keys: Record<Environment, IssuedKey>;
}

/** Creates a partner with its two environments and a key for each (rules/access.md#worlds-1). `equip` adds to it in the same transaction. */
export async function create(
  ctx: SupportContext,
  input: PartnerSettingsInput,
  equip?: (tx: Transaction, created: CreatedPartner) => Promise<void>,
): Promise<CreatedPartner> {
  const settings = partnerSettings.parse(input);
  const id = newId("ptn");
  return db
    .transaction(async (tx) => {
      await tx.insert(partners).values({ id, ...settings, createdAt: ctx.now });
      const rows = await tx
        .insert(worlds)
        .values(environments.map((environment) => ({ partnerId: id, environment })))
        .returning({ id: worlds.id, partnerId: worlds.partnerId, environment: worlds.environment });
      const keys = await Promise.all(rows.map(async (world) => [world.environment, await issueKey(tx, world, ctx.now)] as const));
      await recordAudit(tx, ctx, { action: "partner.created", subjectId: id, details: settings });
      const created = {
        id,
        worlds: Object.fromEntries(rows.map((world) => [world.environment, world])) as Record<Environment, World>,
        keys: Object.fromEntries(keys) as Record<Environment, IssuedKey>,
      };
      await equip?.(tx, created);
      return created;
    })
    .catch(rejectDuplicateName(settings.name));
}

/** A UserError if somebody changed a setting of `seen` since it was read. */
export async function change(
  ctx: SupportContext,
  partnerId: string,
  input: PartnerChangesInput,
  { seen = {}, ...why }: { reason: string; seen?: Partial<PartnerChanges> },
): Promise<void> {
  assertRecentlyAuthenticated(ctx, "changePartner");
  const parsed = partnerChanges.parse(input);
  const { reason } = reasoned.parse(why);
  const given = Object.entries(parsed).filter(([, value]) => value !== undefined);
  if (given.length === 0) return;
  const changes = Object.fromEntries(given);
  await db
    .transaction(async (tx) => {
      if (typeof parsed.tariffId === "string") await assertNotWithdrawn(tx, parsed.tariffId);
      const [partner] = await tx.select().from(partners).where(eq(partners.id, partnerId)).for("no key update");
      if (partner === undefined) throw new NotFound(`there is no partner ${partnerId}`, { key: "noPartner" });
      assertUnchanged(seen, partner);
      await tx.update(partners).set(changes).where(eq(partners.id, partnerId));
      await recordAudit(tx, ctx, { action: "partner.changed", subjectId: partnerId, reason, details: withBefore(changes, partner) });
    })
    .catch(rejectUnknownTariff(parsed.tariffId))
    .catch(rejectDuplicateName(parsed.name ?? ""));
}

/** Refuses a change where somebody else changed a setting since it was read. */
export function assertUnchanged(seen: object, stored: object): void {
  const settings = new Map<string, unknown>(Object.entries(stored));
  const isOutdated = Object.entries(seen).some(([setting, value]) => !isDeepStrictEqual(settings.get(setting), value));
  if (isOutdated) throw new UserError("somebody else has changed these settings meanwhile", { key: "changedMeanwhile" });
}

/** The lock makes a withdrawal wait, which then gives the partner the public list again. */
async function assertNotWithdrawn(tx: Transaction, tariffId: string): Promise<void> {
  const [tariff] = await tx.select({ withdrawnAt: tariffs.withdrawnAt }).from(tariffs).where(eq(tariffs.id, tariffId)).for("share");
  if (tariff?.withdrawnAt) throw new UserError("a withdrawn version is given to no partner", { key: "tariffWithdrawnBefore" });
}

function rejectUnknownTariff(tariffId: string | null | undefined): (error: unknown) => never {
  return (error) => {
    throw violatesConstraint(error, "partners_tariff_id_tariffs_id_fk")
      ? new UserError(`tariff: there is none with the id ${tariffId}`, { key: "noTariff", values: { tariffId: tariffId ?? "" } })
      : error;
  };
}

export async function changePartner(ctx: SupportContext, partnerId: string, input: PartnerSettingsChange): Promise<void> {
  const { changes, ...why } = partnerSettingsChange.parse(input);
  await change(ctx, partnerId, changes, why);
}

/** Suspends a partner, whose keys and users are refused from the next request on, or activates it again. */
export async function setPartnerStatus(ctx: SupportContext, partnerId: string, input: PartnerStatusChange): Promise<void> {
  assertRecentlyAuthenticated(ctx, input.status === "suspended" ? "suspendPartner" : "activatePartner");
  const { status, reason } = partnerStatusChange.parse(input);
  await read(ctx, partnerId);
  await db.transaction(async (tx) => {
    const changed = await tx
      .update(partners)
      .set({ status })
      .where(and(eq(partners.id, partnerId), ne(partners.status, status)))
      .returning({ id: partners.id });
    if (changed.length === 0) {
      throw new UserError(`somebody else has set this partner to ${status} before`, {
        key: status === "suspended" ? "partnerSuspendedBefore" : "partnerResumedBefore",
      });
    }
    const action = status === "suspended" ? "partner.suspended" : "partner.resumed";
    await recordAudit(tx, ctx, { action, subjectId: partnerId, reason });
  });
}

/** Turns the unique violation of a name into a UserError; for `.catch`. */
function rejectDuplicateName(name: string): (error: unknown) => never {
  return (error) => {
    throw violatesConstraint(error, "partners_name_unique")
      ? new UserError(`there is a partner named ${name} already`, { key: "partnerNameTaken", values: { name } })
      : error;
  };
}
