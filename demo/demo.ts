import { randomUUID } from "node:crypto";
import { inArray } from "drizzle-orm";
import postgres from "postgres";
import { db, sql } from "#db/client.ts";
import { connectionParameters } from "#db/connection-parameters.ts";
import { acquireMigrationLock } from "#db/migrate.ts";
import { worlds } from "#db/schema/partners.ts";
import { demoFills } from "#db/schema/sandbox.ts";
import { seedClaims } from "#demo/claim-in-each-state.ts";
import { demoPartners, demoProducts, demoStaff } from "#demo/demo-data.ts";
import type { DemoUserData } from "#demo/demo-data.ts";
import { readDemoPasswords, writeDemoFile } from "#demo/demo-file.ts";
import type { DemoFile, DemoPartner, DemoProduct } from "#demo/demo-file.ts";
import { listPeople, seedUsers } from "#demo/users.ts";
import { findWorkingKey } from "#demo/working-key.ts";
import { recordAudit } from "#lib/account/audit/record.ts";
import { create as createPartner } from "#lib/account/partners/change.ts";
import { operatorContext } from "#lib/account/users/roles.ts";
import type { ApiContext, OperatorContext } from "#lib/account/worlds/context.ts";
import { enterWorld } from "#lib/account/worlds/find.ts";
import { create as createProduct } from "#lib/insurance/products/change.ts";
import { attach } from "#lib/insurance/renters/attach.ts";
import { register } from "#lib/insurance/renters/register.ts";
import type { RenterRegistration } from "#lib/insurance/renters/schema.ts";
import { driverHosts } from "#lib/platform/database/address.ts";
import { env } from "#lib/platform/env.ts";
import { environments } from "#lib/platform/environments.ts";
import type { Environment } from "#lib/platform/environments.ts";
import { mailboxPath } from "#lib/platform/mail/mailbox.ts";
import { currentTime } from "#lib/platform/time/clock.ts";

const seededMark = { action: "demo.seeded", subjectId: "demo" } as const;

interface SeedOptions {
  url: string;
  dataDir: string;
  /** Where the receiver of the demo listens; without one, the worlds are not filled. */
  receiverPort?: number | undefined;
}

/**
 * Seeds demo data once, and writes `demo.json` from the database. Seeded data is never seeded again, whatever became of it; the next start
 * completes an interrupted one. With a receiver, a new seed marks its worlds as to be filled (demo/fill.ts).
 */
export async function seedDemo({ url, dataDir, receiverPort }: SeedOptions): Promise<DemoFile> {
  // A session of its own, since the pool may have only one, on which concurrent starts wait.
  const turn = postgres(env.DATABASE_DIRECT_URL, {
    ...driverHosts(env.DATABASE_DIRECT_URL),
    max: 1,
    path: env.isPooled ? "" : (env.DATABASE_SOCKET ?? ""),
    connection: connectionParameters,
  });
  try {
    await acquireMigrationLock(turn, "covergate demo data");
    const ctx = operatorContext("demo data", currentTime());
    const partnerIds = (await findSeededPartners()) ?? (await seedPartners(ctx, receiverPort !== undefined));
    await seedUsers(ctx, partnerIds);
    const passwords = readDemoPasswords(dataDir);
    const described = partnerIds.map((id, index) => describeDemoPartner(ctx, id, demoPartners[index]?.users ?? [], passwords));
    const mailbox = mailboxPath();
    const demo: DemoFile = {
      url,
      partners: await Promise.all(described),
      staff: await listPeople(demoStaff, passwords),
      ...(mailbox !== undefined && { mailbox: url + mailbox }),
      ...(receiverPort !== undefined && { receiverPort }),
    };
    writeDemoFile(dataDir, demo);
    return demo;
  } finally {
    await turn.end();
  }
}

async function findSeededPartners(): Promise<string[] | undefined> {
  const [mark] = await sql<{ partnerIds: string[] }[]>`
    select details -> 'partnerIds' as "partnerIds" from audit_entries
    where subject_id = ${seededMark.subjectId} and action = ${seededMark.action}`;
  return mark?.partnerIds;
}

async function seedPartners(ctx: OperatorContext, isFull: boolean): Promise<string[]> {
  const partnerIds: string[] = [];
  for (const { settings, renters, opened } of demoPartners) {
    const partnerId = (await findInterrupted(ctx, settings.name)) ?? (await createPartner(ctx, settings)).id;
    partnerIds.push(partnerId);
    const [firstRenter] = renters;
    for (const renter of [...renters, ...opened]) await ensureRenter(ctx, { ...renter, partnerIds: [partnerId] });
    for (const environment of environments) {
      const caller = await enterWorld(ctx, partnerId, environment);
      await attachRenters(caller, renters);
      await createProducts(caller);
      // Development has no claims, so that an integrator's first one is the first.
      if (environment === "production" && firstRenter !== undefined) await seedClaims(caller, ctx, firstRenter.uid);
    }
  }
  await db.transaction(async (tx) => {
    await recordAudit(tx, ctx, { ...seededMark, details: { partnerIds } });
    if (!isFull) return;
    const filled = await tx.select({ worldId: worlds.id }).from(worlds).where(inArray(worlds.partnerId, partnerIds));
    await tx.insert(demoFills).values(filled.map(({ worldId }) => ({ worldId, startedAt: ctx.now })));
  });
  return partnerIds;
}

/** The partner of an interrupted start, but not one that somebody else gave this name. */
async function findInterrupted({ actor }: OperatorContext, name: string): Promise<string | undefined> {
  const [partner] = await sql<{ id: string }[]>`
    select p.id from partners p join audit_entries a on a.subject_id = p.id
    where p.name = ${name} and a.action = 'partner.created' and a.actor ->> 'name' = ${actor.name}`;
  return partner?.id;
}

async function ensureRenter(ctx: OperatorContext, renter: RenterRegistration): Promise<void> {
  const existing = await sql`select from renters where uid = ${renter.uid}`;
  if (existing.length === 0) await register(ctx, renter);
}

async function attachRenters(ctx: ApiContext, renters: readonly RenterRegistration[]): Promise<void> {
  const attached = await sql<{ uid: string }[]>`select renter_uid as uid from renter_attachments where world_id = ${ctx.world.id}`;
  const missing = renters.filter((renter) => !attached.some(({ uid }) => uid === renter.uid));
  for (const { uid } of missing) await attach(ctx, uid);
}

async function createProducts(ctx: ApiContext): Promise<void> {
  const created = await sql<{ title: string }[]>`select title from products where world_id = ${ctx.world.id}`;
  const missing = demoProducts.filter((product) => !created.some(({ title }) => title === product.title));
  for (const product of missing) await createProduct(ctx, { uid: randomUUID(), ...product });
}

/** Describes the database's current state, whatever changed since the seed. */
async function describeDemoPartner(
  ctx: OperatorContext,
  partnerId: string,
  people: readonly DemoUserData[],
  passwords: ReadonlyMap<string, string>,
): Promise<DemoPartner> {
  const [name, developmentKey, productionKey, renters, development, production, users] = await Promise.all([
    readName(partnerId),
    findWorkingKey(ctx, partnerId, "development"),
    findWorkingKey(ctx, partnerId, "production"),
    listRenters(partnerId),
    listProducts(partnerId, "development"),
    listProducts(partnerId, "production"),
    listPeople(people, passwords),
  ]);
  return { name, developmentKey, productionKey, renters, products: { development, production }, users };
}

async function readName(partnerId: string): Promise<string> {
  const [partner] = await sql<{ name: string }[]>`select name from partners where id = ${partnerId}`;
  if (partner === undefined) throw new Error(`the demo partner ${partnerId} is gone`);
  return partner.name;
}

/** The renters attached to both keys, least restricted first. */
async function listRenters(partnerId: string): Promise<string[]> {
  const rows = await sql<{ uid: string }[]>`
    select r.uid from renters r join renter_attachments a on a.renter_uid = r.uid join worlds w on w.id = a.world_id
    where w.partner_id = ${partnerId} group by r.uid having count(*) = 2
    order by cardinality(r.contract_types) + cardinality(r.product_types) desc, r.uid`;
  return rows.map(({ uid }) => uid);
}

async function listProducts(partnerId: string, environment: Environment): Promise<DemoProduct[]> {
  const rows = await sql<{ uid: string; id: string; productType: DemoProduct["product_type"] }[]>`
    select p.uid, p.id, p.product_type from products p join worlds w on w.id = p.world_id
    where w.partner_id = ${partnerId} and w.environment = ${environment} and not p.hidden and p.deleted_at is null
    order by p.id`;
  return rows.map(({ uid, id, productType }) => ({ uid, product_id: id, product_type: productType }));
}
