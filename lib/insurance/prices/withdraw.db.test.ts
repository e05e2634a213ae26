import { expect, test } from "vitest";
import { db, sql } from "#db/client.ts";
import { useMailServer } from "#e2e/setup/mail-server.ts";
import { useOwnDatabase } from "#e2e/setup/own-database.ts";
import { changePartner } from "#lib/account/partners/change.ts";
import { consoleContext } from "#lib/account/users/contexts.ts";
import { asSupport, operatorContext } from "#lib/account/users/roles.ts";
import type { ContextOf } from "#lib/account/users/roles.ts";
import { freshSession, makeUser } from "#lib/account/users/users.fixture.ts";
import { create as createContract } from "#lib/insurance/contracts/create.ts";
import { create, list } from "#lib/insurance/prices/create.ts";
import { writePriceFile } from "#lib/insurance/prices/file.ts";
import { noticeRises } from "#lib/insurance/prices/notice-rises.ts";
import { check, listVersions, readForPortal } from "#lib/insurance/prices/overview.ts";
import { publicTariff } from "#lib/insurance/prices/public-tariff.ts";
import { approve, publish, refuse } from "#lib/insurance/prices/publish.ts";
import { publicTariffName } from "#lib/insurance/prices/schema.ts";
import type { NewTariff } from "#lib/insurance/prices/schema.ts";
import { proposeWithdrawal, withdrawVersion } from "#lib/insurance/prices/withdraw.ts";
import { bodyOf, makeContract, noon, openShop, readChain, runJobs } from "#lib/insurance/renewals/shop.fixture.ts";
import { env } from "#lib/platform/env.ts";

// Prices of a database of its own, since a public version is everybody's.
await useOwnDatabase();
const mails = await useMailServer();

const reason = "A wrong figure";
const rates = { ...publicTariff.rates, minimum: 9_000 };
const midnightOfJune = (year: number) => new Date(`${year}-05-31T22:00:00.000Z`);
const operator = (now: Date) => operatorContext("Ines Caron", now);
const withdrawAtOnce = (now: Date, tariffId: string) => db.transaction((tx) => withdrawVersion(tx, operator(now), tariffId, { reason }));
const notices = () => mails.received.filter(({ text }) => text.includes("does not take effect"));

async function supportAt(now: Date): Promise<ContextOf["support"]> {
  const user = { ...(await makeUser("support")), name: "Ines Caron", role: "support", partner: null } as const;
  return asSupport(consoleContext({ user, session: freshSession(now) }, { now, address: "192.0.2.1" }));
}

/** A version that takes effect on June 1 and is dear, published in May. */
async function publishDear(year: number, changes: Partial<NewTariff> = {}) {
  const version = { name: publicTariffName, version: `dear ${year}`, rates, effectiveFrom: midnightOfJune(year), ...changes };
  return publish(operator(noon(`${year}-05-10`)), version, "Yearly revision");
}

const versionOf = async (cid: string | null | undefined) => {
  const [row] = await sql<
    { version: string }[]
  >`select t.version from contracts c join tariffs t on t.id = c.tariff_id where c.cid = ${cid ?? ""}`;
  return row?.version;
};
const stateOf = async (id: string, now: Date) => (await listVersions(operator(now))).versions.find((one) => one.id === id)?.state;

// rules/prices.md#lists-11
test("a version that another person withdraws before midnight applies to nobody, and the version before stays in force", async () => {
  const dear = await publishDear(2031);
  const [now, after] = [noon("2031-05-20"), noon("2031-06-05")];
  const [ines, paul] = [await supportAt(now), await supportAt(now)];
  const shop = await openShop();
  const owner = await makeUser({ role: "owner", partnerId: shop.partnerId });
  const renewed = await makeContract(shop, "LMD", noon("2031-04-01"), 3, { automatic_renewal: true });
  // A sandbox whose clock was moved past midnight made it.
  const early = await createContract(shop.at(after), bodyOf(shop, "LMD", noon("2031-06-10"), 3), { preview: false });
  expect(await versionOf(early.cid)).toBe("dear 2031");

  const { id, isWithdrawn } = await proposeWithdrawal(ines, dear.id, reason);
  expect(isWithdrawn).toBe(false);
  await expect(proposeWithdrawal(paul, dear.id, reason)).rejects.toMatchObject({ key: "tariffWithdrawalWaits" });
  await expect(approve(ines, id)).rejects.toMatchObject({ key: "approvalOwn" });
  expect((await readForPortal(shop.at(now))).next?.tariff.version).toBe("dear 2031");
  await approve(paul, id);
  await mails.deliver();
  expect(notices().filter(({ to }) => to.includes(owner.email))).toHaveLength(1);
  await expect(proposeWithdrawal(paul, dear.id, reason)).rejects.toMatchObject({ key: "tariffWithdrawnBefore" });

  expect(await stateOf(dear.id, after)).toBe("withdrawn");
  expect(await readForPortal(shop.at(now))).toMatchObject({ inForce: { version: publicTariff.version }, next: null });
  expect(await readForPortal(shop.at(after))).toMatchObject({ inForce: { version: publicTariff.version }, next: null });
  const late = await createContract(shop.at(after), bodyOf(shop, "LMD", noon("2031-06-10"), 3), { preview: false });
  expect(await versionOf(late.cid)).toBe(publicTariff.version);
  expect(await versionOf(early.cid)).toBe("dear 2031");
  await runJobs(noon("2031-07-02"));
  const [, next] = await readChain(shop, renewed, noon("2031-07-02"));
  expect(await versionOf(next?.contract.cid ?? "")).toBe(publicTariff.version);
  expect(await noticeRises(new Date(midnightOfJune(2031).getTime() - 1_000))).toBe(0);
  const file = writePriceFile({ name: publicTariffName, version: "any", rates }, "csv");
  expect(await check(ines, file, noon("2031-06-15"))).toMatchObject({ follows: { version: publicTariff.version } });
  expect(await check(ines, file, noon("2031-05-25"))).toMatchObject({ fallBack: null });

  const audited = await sql<{ action: string; userId: string; reason: string }[]>`
    select action, actor ->> 'userId' as "userId", reason from audit_entries where subject_id = ${dear.id} order by id`;
  expect(audited.slice(1)).toEqual([
    { action: "tariff.withdrawalProposed", userId: ines.user.id, reason },
    { action: "tariff.versionWithdrawn", userId: paul.user.id, reason },
  ]);
  const again = await publishDear(2031);
  expect(await stateOf(again.id, now)).toBe("next");
  await withdrawAtOnce(now, again.id);
  await sql`update users set disabled_at = now() where role = 'support'`;
});

test("of two who withdraw a version at once one does, and its partners are told once", async () => {
  const shop = await openShop();
  const owner = await makeUser({ role: "owner", partnerId: shop.partnerId });
  for (let round = 0; round < 3; round += 1) {
    const dear = await publishDear(2032);
    mails.received.length = 0;
    const now = noon("2032-05-20");
    const results = await Promise.allSettled([1, 2, 3].map(() => withdrawAtOnce(now, dear.id)));
    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    for (const one of results) {
      if (one.status === "rejected") expect(one).toMatchObject({ reason: { key: "tariffWithdrawnBefore" } });
    }
    await mails.deliver();
    expect(notices().filter(({ to }) => to.includes(owner.email))).toHaveLength(1);
  }
});

test("a version is withdrawn until the moment before it takes effect, and not from then on", async () => {
  const midnight = midnightOfJune(2033);
  const dear = await publishDear(2033);
  const [ines, paul] = [await supportAt(noon("2033-05-20")), await supportAt(midnight)];
  const { id } = await proposeWithdrawal(ines, dear.id, reason);
  await expect(approve(paul, id)).rejects.toMatchObject({ key: "tariffInForce" });
  await expect(withdrawAtOnce(midnight, dear.id)).rejects.toMatchObject({ key: "tariffInForce" });
  await expect(proposeWithdrawal(paul, dear.id, reason)).rejects.toMatchObject({ key: "tariffInForce" });
  await refuse(paul, id, "Too late");
  expect(await stateOf(dear.id, midnight)).toBe("inForce");
  await withdrawAtOnce(new Date(midnight.getTime() - 1), dear.id);
  expect(await stateOf(dear.id, midnight)).toBe("withdrawn");
  await expect(withdrawAtOnce(noon("2033-05-20"), "trf_none")).rejects.toMatchObject({ key: "noTariff" });
  await sql`update users set disabled_at = now() where role = 'support'`;
});

test("one person of support withdraws a version at once where FOUR_EYES_ABOVE is none", async () => {
  const dear = await publishDear(2034);
  const ines = await supportAt(noon("2034-05-20"));
  const { FOUR_EYES_ABOVE: above } = env;
  env.FOUR_EYES_ABOVE = null;
  try {
    await expect(proposeWithdrawal(ines, dear.id, reason)).resolves.toMatchObject({ isWithdrawn: true });
  } finally {
    env.FOUR_EYES_ABOVE = above;
  }
  const { proposals } = await listVersions(ines);
  expect(proposals[0]).toMatchObject({ version: "dear 2034", status: "approved", withdraws: dear.id });
});

test("a partner whose own version is withdrawn has the public list, is told, and is not given that version again", async () => {
  const now = noon("2035-05-20");
  const own = await create(operator(now), { name: "own", version: "1", rates, effectiveFrom: midnightOfJune(2035) });
  const [shop, other] = [await openShop(), await openShop()];
  const owner = await makeUser({ role: "owner", partnerId: shop.partnerId });
  const bystander = await makeUser({ role: "owner", partnerId: other.partnerId });
  await changePartner(await supportAt(now), shop.partnerId, { seen: {}, changes: { tariffId: own.id }, reason });
  await mails.deliver();
  mails.received.length = 0;
  await withdrawAtOnce(now, own.id);
  await mails.deliver();
  expect(notices()).toHaveLength(1);
  expect(notices().map(({ to }) => to)).toEqual([[owner.email]]);
  expect(JSON.stringify(notices())).not.toContain(bystander.email);
  // Another instance knows the partner with the version for a moment.
  const known = { ...shop.at(noon("2035-06-05")), partner: { ...shop.at(now).partner, tariffId: own.id } };
  const { cid } = await createContract(known, bodyOf(shop, "LMD", noon("2035-06-10"), 3), { preview: false });
  expect(await versionOf(cid)).toBe(publicTariff.version);
  expect(await readForPortal(known)).toMatchObject({ inForce: { version: publicTariff.version } });
  const given = changePartner(await supportAt(now), shop.partnerId, { seen: {}, changes: { tariffId: own.id }, reason });
  await expect(given).rejects.toMatchObject({ key: "tariffWithdrawnBefore" });
  expect((await list(await supportAt(now))).map(({ id }) => id)).not.toContain(own.id);
});
