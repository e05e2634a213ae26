import { db } from "#db/client.ts";
import { recordAudit } from "#lib/account/audit/record.ts";
import { createNamed } from "#lib/account/keys/create-named.ts";
import { regenerate, revoke } from "#lib/account/keys/issue.ts";
import { listKeys } from "#lib/account/keys/list.ts";
import type { KeyOverview } from "#lib/account/keys/list.ts";
import { namedKeyInput } from "#lib/account/keys/requests.ts";
import type { OverlapHours } from "#lib/account/keys/schema.ts";
import { change } from "#lib/account/partners/change.ts";
import type { OperatorContext } from "#lib/account/worlds/context.ts";
import { findPartner, findWorld, listAttachedRenters, listPartners } from "#lib/account/worlds/find.ts";
import type { Partner } from "#lib/account/worlds/find.ts";
import type { PartnerStatus, Feature } from "#lib/account/worlds/schema.ts";
import { renewAnswers } from "#lib/developer/idempotency/renew-answers.ts";
import type { ContractType, ProductType } from "#lib/insurance/catalogue/catalogue.ts";
import { createEquipped } from "#lib/insurance/products/create-partner.ts";
import { attachForPartner, closeForPartner, detach, openForPartner } from "#lib/insurance/renters/attach.ts";
import { register } from "#lib/insurance/renters/register.ts";
import type { RenterCompany } from "#lib/insurance/renters/schema.ts";
import type { Environment } from "#lib/platform/environments.ts";
import type { Right } from "#lib/platform/wire/rights.ts";
import { reencryptStoredSecrets } from "#scripts/admin/stored-secrets.ts";
import { fields, table } from "#scripts/admin/text.ts";
import type { Cell } from "#scripts/admin/text.ts";

/** A command's result: data for `--json`, text for a terminal. */
export interface Answer {
  data: unknown;
  text: string;
}

/** Makes the action of a command from its work, whose module is loaded when the action runs. */
export type Run<Module> = <Input extends unknown[]>(
  work: (commands: Module, ctx: OperatorContext, ...input: Input) => Promise<Answer>,
) => (...input: Input) => Promise<void>;

export interface PartnerOptions {
  feature?: Feature[];
  requestsPerMinute?: number;
  openContracts?: number | "none";
}

export async function createPartner(
  ctx: OperatorContext,
  name: string,
  { feature, requestsPerMinute, openContracts }: PartnerOptions,
): Promise<Answer> {
  const { id, keys } = await createEquipped(ctx, {
    name,
    features: feature,
    requestsPerMinute,
    openContractsLimit: openContracts === "none" ? null : openContracts,
  });
  const data = { id, name, developmentKey: keys.development.text, productionKey: keys.production.text };
  return {
    data,
    text: `The partner ${name} is created.\n${fields({ id, "development key": data.developmentKey, "production key": data.productionKey })}`,
  };
}

export interface SetOptions {
  name?: string;
  status?: PartnerStatus;
  enable?: Feature[];
  disable?: Feature[];
  requestsPerMinute?: number;
  openContracts?: number | "none";
  tariff?: string;
  reason: string;
}

export async function setPartner(ctx: OperatorContext, idOrName: string, options: SetOptions): Promise<Answer> {
  const { id, features } = await findPartner(idOrName);
  const { name, status, enable = [], disable = [], requestsPerMinute, openContracts, tariff, reason } = options;
  const changes = {
    name,
    status,
    features:
      enable.length + disable.length === 0
        ? undefined
        : [...new Set([...features, ...enable])].filter((feature) => !disable.includes(feature)),
    requestsPerMinute,
    openContractsLimit: openContracts === "none" ? null : openContracts,
    tariffId: tariff === "public" ? null : tariff,
  };
  await change(ctx, id, changes, { reason });
  const data = await findPartner(id);
  return { data, text: fields(describe(data)) };
}

export async function showPartner(idOrName: string): Promise<Answer> {
  const partner = await findPartner(idOrName);
  const [development, production] = await Promise.all([
    listAttachedRenters(partner.id, "development"),
    listAttachedRenters(partner.id, "production"),
  ]);
  return {
    data: { ...partner, renters: { development, production } },
    text: fields({ ...describe(partner), "renters, development": development, "renters, production": production }),
  };
}

export async function listAllPartners(): Promise<Answer> {
  const data = await listPartners();
  const rows = data.map(({ id, name, status, requestsPerMinute, features }) => [id, name, status, requestsPerMinute, features]);
  return { data, text: table([["ID", "NAME", "STATUS", "REQUESTS/MIN", "FEATURES"], ...rows]) };
}

function describe(partner: Partner): Record<string, Cell> {
  return {
    id: partner.id,
    name: partner.name,
    status: partner.status,
    features: partner.features,
    "requests per minute": partner.requestsPerMinute,
    "open contracts": partner.openContractsLimit ?? "no limit",
    tariff: partner.tariffId ?? "public",
    created: partner.createdAt,
  };
}

export interface RenterOptions {
  contractTypes?: ContractType[];
  productTypes?: ProductType[];
  partner?: string[];
  option?: boolean;
  inclusion?: boolean;
}

export async function registerRenter(
  ctx: OperatorContext,
  uid: string,
  company: RenterCompany,
  { contractTypes, productTypes, partner = [], option, inclusion }: RenterOptions,
): Promise<Answer> {
  const partners = await Promise.all(partner.map(findPartner));
  const partnerIds = partners.map(({ id }) => id);
  await register(ctx, { uid, company, contractTypes, productTypes, option, inclusion, partnerIds });
  const next =
    partners.length === 0
      ? "open it for a partner with open-renter, or attach it with attach-renter."
      : `${partners.map(({ name }) => name).join(", ")} may attach it.`;
  return { data: { uid, partnerIds }, text: `The renter ${uid} is registered: ${next}` };
}

export async function openRenter(ctx: OperatorContext, idOrName: string, uid: string): Promise<Answer> {
  const { id, name } = await findPartner(idOrName);
  await openForPartner(ctx, { partnerId: id, uid });
  return { data: { partnerId: id, uid }, text: `The renter ${uid} is open for ${name}, which may attach it to its keys.` };
}

export async function closeRenter(ctx: OperatorContext, idOrName: string, uid: string, { reason }: { reason: string }): Promise<Answer> {
  const { id, name } = await findPartner(idOrName);
  await closeForPartner(ctx, { partnerId: id, uid, reason });
  return { data: { partnerId: id, uid }, text: `${name} can no longer attach the renter ${uid}.` };
}

export async function attachRenter(ctx: OperatorContext, idOrName: string, environment: Environment, uid: string): Promise<Answer> {
  const { id, name } = await findPartner(idOrName);
  await attachForPartner(ctx, { partnerId: id, environment, uid });
  return { data: { partnerId: id, environment, uid }, text: `The renter ${uid} is attached to the ${environment} key of ${name}.` };
}

export async function detachRenter(
  ctx: OperatorContext,
  idOrName: string,
  environment: Environment,
  uid: string,
  { reason }: { reason: string },
): Promise<Answer> {
  const { id, name } = await findPartner(idOrName);
  await detach(ctx, { partnerId: id, environment, uid, reason });
  const kept = "The contracts that it has stay insured.";
  return {
    data: { partnerId: id, environment, uid },
    text: `The renter ${uid} is detached from the ${environment} key of ${name}. ${kept}`,
  };
}

export async function listPartnerKeys(ctx: OperatorContext, idOrName: string): Promise<Answer> {
  const { id } = await findPartner(idOrName);
  const keys = await listKeys(id);
  const rows = keys.map((key) => [
    key.id,
    key.environment,
    `${key.preview}…`,
    key.name,
    key.rights,
    state(key, ctx.now),
    key.createdAt,
    key.lastUsedAt,
  ]);
  return { data: keys, text: table([["ID", "ENVIRONMENT", "KEY", "NAME", "RIGHTS", "STATE", "CREATED", "LAST USED"], ...rows]) };
}

function state({ revokedAt, revokedReason, expiresAt }: KeyOverview, now: Date): string {
  if (revokedAt !== null) return `revoked ${revokedAt.toISOString()}${revokedReason === null ? "" : `: ${revokedReason}`}`;
  if (expiresAt === null) return "in use";
  return `${expiresAt > now ? "works until" : "ended"} ${expiresAt.toISOString()}`;
}

/** Creates a named key; the answer alone has its text. */
export async function createKey(
  ctx: OperatorContext,
  idOrName: string,
  environment: Environment,
  { name, right, expires }: { name: string; right: Right[]; expires?: Date },
): Promise<Answer> {
  const { id: partnerId } = await findPartner(idOrName);
  const world = await findWorld(partnerId, environment);
  const input = namedKeyInput.parse({ name, rights: right, expiresAt: expires ?? null });
  const { id, text } = await createNamed({ ...ctx, realTime: ctx.now, world }, input);
  return { data: { id, key: text }, text: `The key “${name}” is created. It is not shown again.\n${fields({ id, key: text })}` };
}

export async function revokeKey(ctx: OperatorContext, keyId: string, { reason }: { reason: string }): Promise<Answer> {
  await revoke(ctx, keyId, reason);
  return { data: { id: keyId, revokedAt: ctx.now }, text: `The key ${keyId} is revoked: it is refused from the next request on.` };
}

export interface RegenerateOptions {
  overlap: OverlapHours;
  reason: string;
}

export async function regenerateKey(
  ctx: OperatorContext,
  idOrName: string,
  environment: Environment,
  { overlap, reason }: RegenerateOptions,
): Promise<Answer> {
  const { id: partnerId, name } = await findPartner(idOrName);
  const { id, text } = await regenerate(ctx, { partnerId, environment, overlap, reason });
  const before =
    overlap === 0
      ? "The keys before it no longer work."
      : `The keys before it work for ${overlap} more ${overlap === 1 ? "hour" : "hours"}.`;
  return {
    data: { id, key: text, overlapHours: overlap },
    text: `The ${environment} key of ${name} is regenerated. ${before}\n${fields({ id, key: text })}`,
  };
}

export async function rotateSecrets(ctx: OperatorContext): Promise<Answer> {
  const renewed = { ...(await reencryptStoredSecrets()), "idempotency_keys.body": await renewAnswers() };
  await db.transaction((tx) => recordAudit(tx, ctx, { action: "secrets.rotated", subjectId: "APP_SECRET", details: renewed }));
  return { data: renewed, text: `Everything is encrypted under the newest secret. Rows that were not:\n${fields(renewed)}` };
}
