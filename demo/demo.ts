import { randomUUID } from "node:crypto";
import { inArray } from "drizzle-orm";
import postgres from "postgres";
import { db, sql } from "#db/client.ts";
import { connectionParameters } from "#db/connection-parameters.ts";
import { acquireMigrationLock } from "#db/migration-lock.ts";
import { demoFills } from "#db/schema/demo-fills.ts";
import { worlds } from "#db/schema/partners.ts";
import { seedClaims } from "#demo/claim-in-each-state.ts";
import { demoPartners, demoProducts, demoStaff } from "#demo/demo-data.ts";
import { readDemoPasswords, writeDemoFile } from "#demo/demo-file.ts";
import type { DemoFile } from "#demo/demo-file.ts";
import { describeDemoPartner } from "#demo/describe.ts";
import { listPeople, seedUsers } from "#demo/users.ts";
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
