import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { sql } from "#db/client.ts";
import { staffAt } from "#lib/developer/console/staff.fixture.ts";
import { indexNow } from "#lib/developer/search/search.fixture.ts";
import { attach, attachForPartner, closeForPartner, detach, openForPartner } from "#lib/insurance/renters/attach.ts";
import { findAttached } from "#lib/insurance/renters/find.ts";
import { listForSupport, listOfPartner } from "#lib/insurance/renters/list.ts";
import { read, readForSupport } from "#lib/insurance/renters/read.ts";
import { change, register } from "#lib/insurance/renters/register.ts";
import { sampleCompany } from "#lib/insurance/renters/renter.fixture.ts";
import { registeredRenterQuery, renterListQuery } from "#lib/insurance/renters/schema.ts";
import { attachOpened, makePartner, registerRenter } from "#lib/insurance/renters/world.fixture.ts";
import { UserError } from "#lib/platform/errors/user-error.ts";

const ctx = staffAt(new Date("2027-01-01T09:00:00.000Z"));

const outcomeOf = (promise: Promise<unknown>) =>
  promise.then(
    () => "done",
    (error: unknown) => (error instanceof UserError ? error.key : String(error)),
  );

const auditOf = async (uid: string) => [
  ...(await sql<{ action: string; reason: string | null; address: string | null; actor: string; details: unknown }[]>`
    select action, reason, address, actor ->> 'type' as actor, details from audit_entries where subject_id = ${uid} order by id`),
];

async function makeAttached() {
  const [partner, uid] = await Promise.all([makePartner(), registerRenter()]);
  await attachForPartner(ctx, { partnerId: partner.id, environment: "production", uid });
  return { partner, uid };
}

async function storeContract(worldId: number, uid: string, status: "open" | "closed"): Promise<void> {
  await sql`insert into tariffs (id, name, version, effective_from, rates) values ('trf_renters', 'renters', 1, '2020-01-01', '{}') on conflict do nothing`;
  await sql`
    insert into contracts (cid, world_id, uid, contract_type, status, test, start_date, end_date, due_at, options, tariff_id, created_at, updated_at)
    values (${randomUUID().slice(0, 26)}, ${worldId}, ${uid}, 'LLD', ${status}, false, '2027-01-01', '2028-06-01', '2028-06-01', '{break,theft}', 'trf_renters', now(), now())`;
}

describe("a renter", () => {
  test("is registered once: the second request is refused, and the log has one entry", async () => {
    const uid = `renter ${randomUUID()}`;
    const attempts = [1, 2, 3].map(() => outcomeOf(register(ctx, { uid, company: sampleCompany })));
    expect((await Promise.all(attempts)).toSorted()).toEqual(["done", "renterTaken", "renterTaken"]);
    expect(await auditOf(uid)).toEqual([
      { action: "renter.registered", reason: null, address: "192.0.2.9", actor: "staff", details: { company: sampleCompany.company_name } },
    ]);
  });

  test("is not registered for a partner that does not exist", async () => {
    const uid = `renter ${randomUUID()}`;
    expect(await outcomeOf(register(ctx, { uid, company: sampleCompany, partnerIds: ["ptn_nowhere"] }))).toBe("noPartner");
    expect(await outcomeOf(readForSupport(ctx, uid))).toBe("noRenter");
  });

  test.each([
    ["an empty uid", { uid: " " }],
    ["a uid that no call could name", { uid: "x".repeat(129) }],
    ["a company without a name", { company: { ...sampleCompany, company_name: " " } }],
    ["no e-mail address", { company: { ...sampleCompany, email: "ada" } }],
    ["no country", { company: { ...sampleCompany, country: "France" } }],
    ["an endless address", { company: { ...sampleCompany, address: "x".repeat(201) } }],
    ["a field that a company has not", { company: { ...sampleCompany, siren: "1" } }],
  ])("cannot be registered with %s", async (_case, changes) => {
    const uid = `renter ${randomUUID()}`;
    await expect(register(ctx, { uid, company: sampleCompany, ...changes })).rejects.toMatchObject({ name: "ZodError" });
    expect(await outcomeOf(readForSupport(ctx, uid))).toBe("noRenter");
  });

  test("keeps what another user changed since the form was opened", async () => {
    const uid = await registerRenter();
    await change(ctx, uid, {
      seen: { contractTypes: ["LCD", "LMD", "LLD"] },
      changes: { contractTypes: ["LLD", "LCD"] },
      reason: "agreed",
    });
    // An old form that changes other fields: both changes hold.
    const company = { ...sampleCompany, city: "LYON", phone_number: "+33499999999" };
    await change(ctx, uid, { seen: { company: sampleCompany }, changes: { company }, reason: "agreed" });
    const late = change(ctx, uid, { seen: { contractTypes: ["LCD", "LMD", "LLD"] }, changes: { contractTypes: [] }, reason: "agreed" });
    expect(await outcomeOf(late)).toBe("changedMeanwhile");
    expect(await readForSupport(ctx, uid)).toMatchObject({ company, contractTypes: ["LCD", "LLD"] });
    const [, first, second, ...rest] = await auditOf(uid);
    expect(first).toMatchObject({ action: "renter.changed", reason: "agreed", details: { contractTypes: ["LCD", "LLD"] } });
    expect(second?.details, "names what changed, not what people can be reached by").toEqual({ company: ["phone_number", "city"] });
    expect(rest).toEqual([]);
  });

  test("that two users change at once has one of the changes, and the other is refused", async () => {
    const uid = await registerRenter();
    const seen = { productTypes: (await readForSupport(ctx, uid)).productTypes };
    const outcomes = [["bike"], ["sports"], ["event"]].map((productTypes) =>
      outcomeOf(change(ctx, uid, { seen, changes: { productTypes: productTypes as "bike"[] }, reason: "agreed" })),
    );
    expect((await Promise.all(outcomes)).toSorted()).toEqual(["changedMeanwhile", "changedMeanwhile", "done"]);
  });

  test("that does not exist is not found", async () => {
    const { id } = await makePartner();
    const nowhere = { partnerId: id, environment: "production", uid: "nowhere" } as const;
    expect(await outcomeOf(readForSupport(ctx, "nowhere"))).toBe("noRenter");
    expect(await outcomeOf(change(ctx, "nowhere", { seen: {}, changes: { contractTypes: [] }, reason: "agreed" }))).toBe("noRenter");
    expect(await outcomeOf(attachForPartner(ctx, nowhere))).toBe("noRenter");
    expect(await outcomeOf(attachForPartner(ctx, { ...nowhere, partnerId: "ptn_none" }))).toBe("noPartner");
    expect(await outcomeOf(detach(ctx, { ...nowhere, partnerId: "ptn_none", reason: "x" }))).toBe("noPartner");
  });
});

describe("attaching a renter for a partner", () => {
  test("lets the environment's key use it, once, and is audited with user and address", async () => {
    const [partner, uid] = await Promise.all([makePartner(), registerRenter()]);
    const place = { partnerId: partner.id, environment: "development", uid } as const;
    const attempts = [1, 2, 3].map(() => outcomeOf(attachForPartner(ctx, place)));
    expect((await Promise.all(attempts)).toSorted()).toEqual(["done", "renterAttachedBefore", "renterAttachedBefore"]);
    expect(await findAttached(partner.worlds.development, uid)).toMatchObject({ uid });
    expect(await findAttached(partner.worlds.production, uid)).toBeUndefined();
    const details = { partnerId: partner.id, environment: "development" };
    expect((await auditOf(uid)).slice(1)).toEqual([
      { action: "renter.opened", reason: null, address: "192.0.2.9", actor: "staff", details: { partnerId: partner.id } },
      { action: "renter.attached", reason: null, address: "192.0.2.9", actor: "staff", details },
    ]);
  });

  test("is audited in the same way when the partner's key does it", async () => {
    const [partner, uid] = await Promise.all([makePartner(), registerRenter()]);
    await attachOpened(partner.contexts.production, uid);
    const details = { partnerId: partner.id, environment: "production" };
    expect((await auditOf(uid)).slice(2)).toEqual([
      { action: "renter.attached", reason: null, address: "192.0.2.1", actor: "apiKey", details },
    ]);
  });
});

describe("opening a renter for a partner", () => {
  // rules/renters.md#attach-1
  test("lets that partner and no other attach it until it is closed; existing attachments stay", async () => {
    const [partner, other, uid] = await Promise.all([makePartner(), makePartner(), registerRenter()]);
    const opening = { partnerId: partner.id, uid };
    await expect(attach(partner.contexts.production, uid)).rejects.toMatchObject({ errorName: "RENTER_UNKNOWN" });
    expect(await outcomeOf(openForPartner(ctx, opening))).toBe("done");
    expect(await outcomeOf(openForPartner(ctx, opening))).toBe("renterOpenBefore");
    await attach(partner.contexts.production, uid);
    await expect(attach(other.contexts.production, uid)).rejects.toMatchObject({ errorName: "RENTER_UNKNOWN" });
    expect((await readForSupport(ctx, uid)).openFor).toMatchObject([{ partnerId: partner.id }]);
    await closeForPartner(ctx, { ...opening, reason: "sold" });
    await expect(attach(partner.contexts.development, uid)).rejects.toMatchObject({ errorName: "RENTER_UNKNOWN" });
    expect(await read(partner.contexts.production, uid)).toMatchObject({ uid });
    expect(await outcomeOf(closeForPartner(ctx, { ...opening, reason: "sold" }))).toBe("noRenter");
    expect(await outcomeOf(attachForPartner(ctx, { ...opening, environment: "production" }))).toBe("renterAttachedBefore");
    expect((await readForSupport(ctx, uid)).openFor, "what is refused opens nothing").toEqual([]);
  });
});

describe("detaching a renter", () => {
  test("removes it from that environment only, once, with a reason; the partner may attach it again", async () => {
    const { partner, uid } = await makeAttached();
    await attachForPartner(ctx, { partnerId: partner.id, environment: "development", uid });
    const place = { partnerId: partner.id, environment: "production", uid } as const;
    const attempts = [1, 2, 3].map(() => outcomeOf(detach(ctx, { ...place, reason: "sold" })));
    expect((await Promise.all(attempts)).toSorted()).toEqual(["done", "renterDetachedBefore", "renterDetachedBefore"]);
    await expect(read(partner.contexts.production, uid)).rejects.toMatchObject({ errorName: "RENTER_UNKNOWN" });
    expect(await read(partner.contexts.development, uid)).toMatchObject({ uid });
    expect((await auditOf(uid)).at(-1)).toEqual({
      action: "renter.detached",
      reason: "sold",
      address: "192.0.2.9",
      actor: "staff",
      details: { partnerId: partner.id, environment: "production" },
    });
    await attachOpened(partner.contexts.production, uid);
    expect(await read(partner.contexts.production, uid)).toMatchObject({ uid });
  });

  test("requires a reason", async () => {
    const { partner, uid } = await makeAttached();
    await expect(detach(ctx, { partnerId: partner.id, environment: "production", uid, reason: " " })).rejects.toMatchObject({
      issues: [{ path: ["reason"] }],
    });
    expect(await findAttached(partner.worlds.production, uid)).toBeDefined();
  });

  // rules/renters.md#attach-4
  test("leaves the contracts, which support still sees", async () => {
    const { partner, uid } = await makeAttached();
    await storeContract(partner.worlds.production.id, uid, "open");
    await storeContract(partner.worlds.production.id, uid, "open");
    await storeContract(partner.worlds.production.id, uid, "closed");
    const place = { partnerId: partner.id, environment: "production" } as const;
    expect((await readForSupport(ctx, uid)).places).toMatchObject([
      { ...place, attachedAt: expect.any(String) as string, openContracts: 2 },
    ]);
    await detach(ctx, { ...place, uid, reason: "sold" });
    expect((await readForSupport(ctx, uid)).places).toMatchObject([{ ...place, attachedAt: null, openContracts: 2 }]);
  });
});

describe("the list of renters", () => {
  test("finds registered renters by a part of the uid or the name, in pages in both directions", async () => {
    const mark = `100%_${randomUUID()}`;
    const towns = ["Lyon", "Metz", "Nice", "Tours", "Vannes"];
    const uids = ["a", "b", "c", "d", "e"].map((letter) => `${mark} ${letter} ${"x".repeat(80)}`);
    for (const [index, uid] of uids.entries()) {
      const now = new Date(ctx.now.getTime() + index * 60_000);
      await register({ ...ctx, now }, { uid, company: { ...sampleCompany, company_name: `Cycles ${mark.slice(5)} ${towns[index]}` } });
    }
    const ask = async (query: object) => {
      const page = await listForSupport(ctx, renterListQuery.parse(query));
      return { ...page, uids: page.rows.map(({ uid }) => uid) };
    };
    await indexNow();
    const newest = uids.toReversed();
    const first = await ask({ search: mark, limit: "2" });
    expect(first.uids).toEqual(newest.slice(0, 2));
    const second = await ask({ search: mark, limit: "2", before: first.older });
    expect(second.uids).toEqual(newest.slice(2, 4));
    expect((await ask({ search: mark, limit: "2", before: second.older })).uids).toEqual(newest.slice(4));
    expect((await ask({ search: mark, limit: "2", after: second.newer })).uids).toEqual(newest.slice(0, 2));
    expect((await ask({ search: `cycles ${mark.slice(5)} tours` })).uids).toEqual([uids[3]]);
    expect((await ask({ search: mark.replace("%", "x") })).uids).toEqual([]);
  });

  test("of a partner says where each is attached, and shows no other partner's", async () => {
    const [partner, other] = [await makePartner(), await makePartner()];
    const uids = (await Promise.all([1, 2, 3].map(() => registerRenter()))).toSorted();
    for (const uid of uids) await attachForPartner(ctx, { partnerId: partner.id, environment: "production", uid });
    await attachForPartner(ctx, { partnerId: partner.id, environment: "development", uid: uids[0]! });
    await attachForPartner(ctx, { partnerId: other.id, environment: "development", uid: uids[1]! });
    await indexNow();
    const first = await listOfPartner(ctx, partner.id, renterListQuery.parse({ limit: "2" }));
    expect(first.rows.map(({ uid, attachments }) => [uid, attachments.map(({ environment }) => environment)])).toEqual([
      [uids[0], ["development", "production"]],
      [uids[1], ["production"]],
    ]);
    const rest = await listOfPartner(ctx, partner.id, renterListQuery.parse({ limit: "2", before: first.older }));
    expect(rest.rows.map(({ uid }) => uid)).toEqual([uids[2]]);
    const back = await listOfPartner(ctx, partner.id, renterListQuery.parse({ limit: "2", after: rest.newer }));
    expect(back.rows.map(({ uid }) => uid)).toEqual(uids.slice(0, 2));
    expect((await listOfPartner(ctx, other.id, renterListQuery.parse({ search: uids[1] }))).rows).toHaveLength(1);
    expect((await listOfPartner(ctx, other.id, renterListQuery.parse({ search: uids[0] }))).rows).toEqual([]);
    const [listed] = (await listForSupport(ctx, renterListQuery.parse({ search: uids[1] }))).rows;
    expect(listed?.partners).toBe(2);
    expect(listed?.attachedIn, "nobody was asked about").toEqual([]);
    const [asked] = (await listForSupport(ctx, registeredRenterQuery.parse({ search: uids[1], partnerId: other.id }))).rows;
    const attachments = (await listOfPartner(ctx, other.id, renterListQuery.parse({ search: uids[1] }))).rows[0]?.attachments;
    expect(asked?.attachedIn).toEqual(attachments?.map(({ environment }) => environment));
  });
});
