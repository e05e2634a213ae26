import { randomUUID } from "node:crypto";
import { sql } from "#db/client.ts";
import { succeed } from "#e2e/api/client.ts";
import { bike } from "#e2e/api/samples.ts";
import { createNamed } from "#lib/account/keys/change-named.ts";
import { findKey } from "#lib/account/keys/find.ts";
import { create } from "#lib/account/partners/change.ts";
import { operatorContext } from "#lib/account/users/roles.ts";
import type { OperatorContext, World } from "#lib/account/worlds/context.ts";
import type { PartnerSettingsInput } from "#lib/account/worlds/schema.ts";
import { createProduct } from "#lib/insurance/products/endpoints.ts";
import type { WireProduct } from "#lib/insurance/products/schema.ts";
import { attachRenter } from "#lib/insurance/renters/endpoints.ts";
import { register } from "#lib/insurance/renters/register.ts";
import { sampleCompany } from "#lib/insurance/renters/renter.fixture.ts";
import type { RenterRegistration } from "#lib/insurance/renters/schema.ts";
import type { Environment } from "#lib/platform/environments.ts";
import type { Right } from "#lib/platform/wire/rights.ts";

export interface Access {
  key: string;
  keyId: string;
  world: World;
}

export interface Partner extends Record<Environment, Access> {
  id: string;
}

/** A development key with a renter that may insure anything. */
export interface Shop extends Access {
  partner: Partner;
  uid: string;
}

/** The operator's side of the tests, at the given moment. */
export function asStaff(now = new Date()): OperatorContext {
  return operatorContext("api tests", now);
}

/** A partner of its own for a test, so that tests never meet; no rate limit that a test could reach unless it asks for one. */
export async function makePartner(settings: Partial<PartnerSettingsInput> = {}): Promise<Partner> {
  const { id, keys, worlds } = await create(asStaff(), { name: `partner ${randomUUID()}`, requestsPerMinute: 1_000_000, ...settings });
  const access = (environment: Environment): Access => ({
    key: keys[environment].text,
    keyId: keys[environment].id,
    world: worlds[environment],
  });
  return { id, development: access("development"), production: access("production") };
}

export async function makeKey(
  { world }: Pick<Access, "world">,
  rights: Right[],
  { expiresAt = null, now = new Date() }: { expiresAt?: Date | null; now?: Date } = {},
): Promise<{ id: string; key: string }> {
  const { id, text } = await createNamed({ ...asStaff(now), realTime: now, world }, { name: randomUUID(), rights, expiresAt });
  return { id, key: text };
}

/** A rental company that the operator knows and nobody has attached. */
export async function registerRenter(settings: Partial<RenterRegistration> = {}): Promise<string> {
  const uid = settings.uid ?? `renter-${randomUUID()}`;
  await register(asStaff(), { company: sampleCompany, ...settings, uid });
  return uid;
}

export async function makeRenter(key: string, settings: Partial<RenterRegistration> = {}): Promise<string> {
  const partnerId = (await findKey(key))?.world.partnerId ?? "";
  const uid = await registerRenter({ ...settings, partnerIds: [partnerId] });
  await succeed(key, attachRenter, { body: uid });
  return uid;
}

/** A partner that can make contracts at once. */
export async function makeShop(settings: Partial<PartnerSettingsInput> = {}): Promise<Shop> {
  const partner = await makePartner(settings);
  return { ...partner.development, partner, uid: await makeRenter(partner.development.key) };
}

/** A bike in the key's catalogue. */
export function makeProduct(key: string, changes: Record<string, unknown> = {}): Promise<WireProduct> {
  const { product_type, value_excl, ...data } = bike;
  return succeed(key, createProduct, { body: { uid: randomUUID(), product_type, title: "City bike", value_excl, data, ...changes } });
}

/** Puts a contract into the past, as if it had been made so many hours earlier: what waiting would do. */
export async function ageByHours(cid: string | undefined, hours: number): Promise<void> {
  const passed = `${hours} hours`;
  const id = cid ?? "";
  await sql.begin(async (tx) => {
    await tx`
      update contracts set start_date = start_date - ${passed}::interval, end_date = end_date - ${passed}::interval,
        due_at = due_at - ${passed}::interval, created_at = created_at - ${passed}::interval, updated_at = updated_at - ${passed}::interval, ended_at = ended_at - ${passed}::interval
      where cid = ${id}`;
    await tx`update contract_products set start_date = start_date - ${passed}::interval, end_date = end_date - ${passed}::interval where cid = ${id}`;
    await tx`
      update automatic_renewals set renewal_scheduled_for = renewal_scheduled_for - ${passed}::interval,
        notification_scheduled_for = notification_scheduled_for - ${passed}::interval
      where cid = ${id}`;
  });
}

/** Reads every column of a world in every table but those of search, which a job writes: equal before and after means that nothing was written. */
export async function readWorld({ id }: World): Promise<Record<string, unknown>> {
  // Calls are logged and counted whatever they do, and note the use of their key.
  const tables = await sql<{ name: string; ofWorld: boolean; ofClaims: boolean }[]>`
    select c.relname as name, bool_or(a.attname = 'world_id') as "ofWorld", bool_or(a.attname = 'claim_id') as "ofClaims"
    from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
      and a.attname in ('world_id', 'cid', 'claim_id') and c.relname not in ('calls', 'call_hours', 'error_hours', 'api_keys') and c.relname !~ '^search_'
    group by c.relname order by c.relname`;
  const contents = tables.map(async ({ name, ofWorld, ofClaims }) => {
    const ofParent = ofClaims
      ? sql`claim_id in (select id from claims where world_id = ${id})`
      : sql`cid in (select cid from contracts where world_id = ${id})`;
    const scope = ofWorld ? sql`world_id = ${id}` : ofParent;
    // The jobs of other tests' servers look at the alerts meanwhile.
    const [table] = await sql`
      select json_agg(content order by content::text) as rows
      from (select to_jsonb(t) - 'check_at' as content from ${sql(name)} t where ${scope}) t`;
    return [name, table?.["rows"]] as const;
  });
  return Object.fromEntries(await Promise.all(contents));
}
