import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { sql } from "#db/client.ts";
import { changePartner, create, setPartnerStatus } from "#lib/account/partners/change.ts";
import { list, partnerListQuery, read } from "#lib/account/partners/list.ts";
import { staffAt } from "#lib/developer/console/staff.fixture.ts";
import { create as createTariff, list as listTariffs } from "#lib/insurance/prices/create.ts";
import { publicTariff } from "#lib/insurance/prices/public-tariff.ts";
import { UserError } from "#lib/platform/errors/user-error.ts";

const ctx = staffAt(new Date());

async function makePartners(count: number): Promise<{ mark: string; ids: string[] }> {
  const mark = `100%_${randomUUID()}`;
  const ids: string[] = [];
  for (let index = 0; index < count; index += 1) ids.push((await create(ctx, { name: `${mark} ${index}` })).id);
  return { mark, ids };
}

const idsOf = async (query: object) => (await list(ctx, partnerListQuery.parse(query))).rows.map(({ id }) => id);
const errorOf = (promise: Promise<unknown>) =>
  promise.then(
    () => "no refusal",
    (error: unknown) => (error instanceof UserError ? error.key : String(error)),
  );
const actionsOn = async (id: string) =>
  (
    await sql<{ action: string; reason: string | null }[]>`select action, reason from audit_entries where subject_id = ${id} order by id`
  ).map(({ action, reason }) => ({ action, reason }));

describe("the list of partners", () => {
  test("can be paged in both directions, newest first, without a gap or a repetition", async () => {
    const { mark, ids } = await makePartners(5);
    const newest = ids.toReversed();
    const first = await list(ctx, partnerListQuery.parse({ search: mark, limit: "2" }));
    expect(first.rows.map(({ id }) => id)).toEqual(newest.slice(0, 2));
    expect(first.newer).toBeNull();
    const second = await list(ctx, partnerListQuery.parse({ search: mark, limit: "2", before: first.older }));
    expect(second.rows.map(({ id }) => id)).toEqual(newest.slice(2, 4));
    expect(await idsOf({ search: mark, limit: "2", before: second.older })).toEqual(newest.slice(4));
    expect(await idsOf({ search: mark, limit: "2", after: second.newer })).toEqual(newest.slice(0, 2));
  });

  test("finds by a part of the name in any case, by the id, and by the status", async () => {
    const { mark, ids } = await makePartners(2);
    expect(await idsOf({ search: mark.toUpperCase() })).toEqual(ids.toReversed());
    expect(await idsOf({ search: ids[0] })).toEqual([ids[0]]);
    expect(await idsOf({ search: mark.replace("%", "x") })).toEqual([]);
    await setPartnerStatus(ctx, ids[0]!, { status: "suspended", reason: "unpaid" });
    expect(await idsOf({ search: mark, status: "suspended" })).toEqual([ids[0]]);
    expect(await idsOf({ search: mark, status: "active" })).toEqual([ids[1]]);
  });

  test("shows when a key was last used", async () => {
    const { mark, ids } = await makePartners(1);
    const [before] = (await list(ctx, partnerListQuery.parse({ search: mark }))).rows;
    expect(before?.lastUsedAt).toBeNull();
    await sql`update api_keys set last_used_at = '2027-01-01T10:00:00Z' where world_id in (select id from worlds where partner_id = ${ids[0]!})`;
    const [after] = (await list(ctx, partnerListQuery.parse({ search: mark }))).rows;
    expect(after?.lastUsedAt).toEqual(new Date("2027-01-01T10:00:00Z"));
  });
});

describe("a partner", () => {
  test("that does not exist is not found", async () => {
    expect(await errorOf(read(ctx, "ptn_nowhere"))).toBe("noPartner");
    expect(await errorOf(setPartnerStatus(ctx, "ptn_nowhere", { status: "active", reason: "x" }))).toBe("noPartner");
  });

  test("is suspended once: a second suspension is refused, and the log has one entry with the reason", async () => {
    const { ids } = await makePartners(1);
    const suspend = () => errorOf(setPartnerStatus(ctx, ids[0]!, { status: "suspended", reason: "unpaid" }));
    expect((await Promise.all([suspend(), suspend(), suspend()])).toSorted()).toEqual([
      "no refusal",
      "partnerSuspendedBefore",
      "partnerSuspendedBefore",
    ]);
    await setPartnerStatus(ctx, ids[0]!, { status: "active", reason: "paid" });
    expect(await errorOf(setPartnerStatus(ctx, ids[0]!, { status: "active", reason: "paid" }))).toBe("partnerResumedBefore");
    expect(await actionsOn(ids[0]!)).toEqual([
      { action: "partner.created", reason: null },
      { action: "partner.suspended", reason: "unpaid" },
      { action: "partner.resumed", reason: "paid" },
    ]);
  });

  test("keeps what another user changed since the form was opened", async () => {
    const { ids } = await makePartners(1);
    const partnerId = ids[0]!;
    await changePartner(ctx, partnerId, { seen: { features: [] }, changes: { features: ["test_contracts"] }, reason: "agreed" });
    // An old form that changes another setting: both changes hold.
    await changePartner(ctx, partnerId, { seen: { requestsPerMinute: 600 }, changes: { requestsPerMinute: 900 }, reason: "agreed" });
    expect(
      await errorOf(changePartner(ctx, partnerId, { seen: { features: [] }, changes: { features: ["bulk_renewals"] }, reason: "agreed" })),
    ).toBe("changedMeanwhile");
    expect(await read(ctx, partnerId)).toMatchObject({ features: ["test_contracts"], requestsPerMinute: 900, openContractsLimit: null });
  });

  test("cannot take another's name", async () => {
    const { mark, ids } = await makePartners(2);
    const taken = changePartner(ctx, ids[1]!, { seen: { name: `${mark} 1` }, changes: { name: `${mark} 0` }, reason: "agreed" });
    expect(await errorOf(taken)).toBe("partnerNameTaken");
  });

  test("that two users change at once has one of the changes, and the other is refused", async () => {
    const { ids } = await makePartners(1);
    const attempts = [700, 800, 900].map((requestsPerMinute) =>
      errorOf(changePartner(ctx, ids[0]!, { seen: { requestsPerMinute: 600 }, changes: { requestsPerMinute }, reason: "agreed" })),
    );
    expect((await Promise.all(attempts)).toSorted()).toEqual(["changedMeanwhile", "changedMeanwhile", "no refusal"]);
  });

  test.each([{ requestsPerMinute: 2 ** 31 }, { requestsPerMinute: 0 }, { openContractsLimit: 2 ** 31 }, { openContractsLimit: -1 }])(
    "cannot have the limit %o",
    async (changes) => {
      const { ids } = await makePartners(1);
      await expect(changePartner(ctx, ids[0]!, { seen: {}, changes, reason: "agreed" })).rejects.toMatchObject({
        issues: [{ path: ["changes", ...Object.keys(changes)] }],
      });
      await expect(create(ctx, { name: randomUUID(), ...changes })).rejects.toMatchObject({ issues: [{ path: Object.keys(changes) }] });
      expect(await read(ctx, ids[0]!)).toMatchObject({ requestsPerMinute: 600, openContractsLimit: null });
    },
  );

  test("can be given an existing tariff, and the public one again", async () => {
    const { ids } = await makePartners(1);
    const name = `own ${randomUUID()}`;
    const tariff = await createTariff(ctx, { ...publicTariff, name });
    expect((await listTariffs(ctx)).map(({ id }) => id)).toContain(tariff.id);
    const unknown = changePartner(ctx, ids[0]!, { seen: {}, changes: { tariffId: "trf_none" }, reason: "agreed" });
    await expect(unknown).rejects.toMatchObject({ key: "noTariff", values: { tariffId: "trf_none" } });
    await changePartner(ctx, ids[0]!, { seen: { tariffId: null }, changes: { tariffId: tariff.id }, reason: "agreed" });
    expect(await read(ctx, ids[0]!)).toMatchObject({ tariffId: tariff.id });
    await changePartner(ctx, ids[0]!, { seen: { tariffId: tariff.id }, changes: { tariffId: null }, reason: "agreed" });
    expect(await read(ctx, ids[0]!)).toMatchObject({ tariffId: null });
  });

  test("shows who suspended it and why while it is suspended", async () => {
    const { ids } = await makePartners(1);
    expect(await read(ctx, ids[0]!)).toMatchObject({ suspension: null });
    await setPartnerStatus(ctx, ids[0]!, { status: "suspended", reason: "unpaid" });
    expect(await read(ctx, ids[0]!)).toMatchObject({ suspension: { by: "Tests of support", reason: "unpaid" } });
    await setPartnerStatus(ctx, ids[0]!, { status: "active", reason: "paid" });
    expect(await read(ctx, ids[0]!)).toMatchObject({ suspension: null });
  });
});
