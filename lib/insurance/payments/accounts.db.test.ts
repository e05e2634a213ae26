import { describe, expect, test } from "vitest";
import { sql } from "#db/client.ts";
import { useMailServer } from "#e2e/setup/mail-server.ts";
import { useOwnDatabase } from "#e2e/setup/own-database.ts";
import { operatorContext } from "#lib/account/users/roles.ts";
import { makeUser } from "#lib/account/users/users.fixture.ts";
import type { OperatorContext } from "#lib/account/worlds/context.ts";
import { approveAccount, declineAccount, proposeAccount, withdrawAccount } from "#lib/insurance/payments/accounts.ts";
import { findPayer, readAccount } from "#lib/insurance/payments/read-account.ts";
import { registerRenter } from "#lib/insurance/renters/world.fixture.ts";
import { env } from "#lib/platform/env.ts";

await useOwnDatabase();
const mails = await useMailServer();

const now = new Date("2027-01-06T10:00:00.000Z");
const [first, second] = ["DE89370400440532013000", "FR7630006000011234567890189"];
const support = async () => {
  const { id, email } = await makeUser("support");
  return { id, email, ctx: { ...operatorContext("Ada", now), actor: { type: "staff", name: "Ada", userId: id } } as OperatorContext };
};
const [ines, paul] = [await support(), await support()];

async function propose(iban = first) {
  const uid = await registerRenter();
  await proposeAccount(ines.ctx, uid, { holder: "Vélos", iban });
  const read = () => readAccount(paul.ctx, uid);
  return { uid, read, id: (await read()).waiting?.id ?? "" };
}

describe("the bank account of a rental company", () => {
  // rules/settlements.md#bank-6
  test("is used once another person has approved it, and the one before until then", async () => {
    const { uid, id, read } = await propose();
    expect(await read()).toMatchObject({ inUse: null, waiting: { holder: "Vélos", iban: first, proposedBy: ines.id } });
    await expect(approveAccount(ines.ctx, id)).rejects.toMatchObject({ key: "approvalOwn" });
    await approveAccount(paul.ctx, id);
    expect(await read()).toMatchObject({ inUse: { iban: "DE89 •••• 3000" }, waiting: null });
    await proposeAccount(paul.ctx, uid, { holder: "Other", iban: "fr76 3000 6000 0112 3456 7890 189" });
    const [stored] = await sql`select holder, iban from payee_accounts where renter_uid = ${uid}`;
    expect(stored).toEqual({ holder: "Vélos", iban: first });
    const audited = await sql<{ action: string; by: string; iban: string }[]>`
      select action, actor ->> 'userId' as by, details ->> 'iban' as iban from audit_entries where subject_id = ${uid} and action like 'renter.account%'
      order by id`;
    expect(audited.map(({ action, by, iban }) => [action, by, iban])).toEqual([
      ["renter.accountProposed", ines.id, "DE89 •••• 3000"],
      ["renter.accountChanged", paul.id, "DE89 •••• 3000"],
      ["renter.accountProposed", paul.id, "FR76 •••• 0189"],
    ]);
  });

  test("is refused unless it is an IBAN of a known company, and while another one waits", async () => {
    const { uid } = await propose();
    await expect(proposeAccount(paul.ctx, uid, { holder: "Vélos", iban: second })).rejects.toMatchObject({ key: "accountProposedBefore" });
    const faulty = proposeAccount(ines.ctx, uid, { holder: "Vélos", iban: "DE89370400440532013001" });
    await expect(faulty).rejects.toMatchObject({ key: "ibanCheckDigits" });
    await expect(proposeAccount(ines.ctx, "nobody", { holder: "Vélos", iban: first })).rejects.toMatchObject({ key: "noRenter" });
  });

  test("can be declined by another person, and withdrawn by who entered it alone, and never used afterwards", async () => {
    const [declined, withdrawn] = [await propose(), await propose()];
    await expect(declineAccount(ines.ctx, declined.id, "-")).rejects.toMatchObject({ key: "approvalOwn" });
    await declineAccount(paul.ctx, declined.id, "Another holder");
    await expect(withdrawAccount(paul.ctx, withdrawn.id)).rejects.toMatchObject({ key: "approvalNotProposer" });
    await withdrawAccount(ines.ctx, withdrawn.id);
    for (const { id, read } of [declined, withdrawn]) {
      await expect(approveAccount(paul.ctx, id)).rejects.toMatchObject({ key: "approvalDecided" });
      expect(await read()).toEqual({ inUse: null, waiting: null });
    }
  });

  test("is not approved by somebody who has lost the role or the account since the page was opened", async () => {
    const { id, read } = await propose();
    for (const lost of [sql`role = 'handler'`, sql`disabled_at = now()`]) {
      const former = await support();
      await sql`update users set ${lost} where id = ${former.id}`;
      await expect(approveAccount(former.ctx, id)).rejects.toMatchObject({ key: "supportOnly" });
    }
    expect((await read()).inUse).toBeNull();
  });

  test("is decided once by two at once, and either withdrawn or used where both happen at once", async () => {
    const third = await support();
    for (let round = 0; round < 4; round += 1) {
      const both = await propose();
      const approvals = await Promise.allSettled([approveAccount(paul.ctx, both.id), approveAccount(third.ctx, both.id)]);
      expect(approvals.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
      const { id, read } = await propose();
      const [approved] = await Promise.allSettled([approveAccount(paul.ctx, id), withdrawAccount(ines.ctx, id)]);
      expect((await read()).inUse !== null).toBe(approved.status === "fulfilled");
    }
  });

  test("is told to everybody else of support by e-mail, without the IBAN", async () => {
    mails.received.length = 0;
    const { uid } = await propose();
    const about = () => mails.received.filter(({ text }) => text.includes(encodeURIComponent(uid)));
    await mails.deliver();
    expect(about().flatMap(({ to }) => to)).toContain(paul.email);
    expect(about().flatMap(({ to }) => to)).not.toContain(ines.email);
    expect(about()[0]?.text).not.toContain(first);
  });

  // rules/settlements.md#bank-9
  test("that pays is that of the settings until another person has approved one", async () => {
    Object.assign(env, { PAYER_NAME: "Of the settings", PAYER_IBAN: second });
    const read = () => readAccount(paul.ctx, null);
    expect(await read()).toEqual({ inUse: { holder: "Of the settings", iban: "FR76 •••• 0189", changedAt: null }, waiting: null });
    await proposeAccount(ines.ctx, null, { holder: "Covergate", iban: first });
    await expect(proposeAccount(paul.ctx, null, { holder: "Other", iban: second })).rejects.toMatchObject({ key: "accountProposedBefore" });
    expect(await findPayer()).toMatchObject({ holder: "Of the settings" });
    const { waiting } = await read();
    await expect(approveAccount(ines.ctx, waiting?.id ?? "")).rejects.toMatchObject({ key: "approvalOwn" });
    await approveAccount(paul.ctx, waiting?.id ?? "");
    expect(await findPayer()).toMatchObject({ holder: "Covergate", iban: first });
    const audited = await sql<{ action: string; by: string }[]>`
      select action, actor ->> 'userId' as by from audit_entries where subject_id = 'payer' order by id`;
    expect(audited).toEqual([
      { action: "payer.accountProposed", by: ines.id },
      { action: "payer.accountChanged", by: paul.id },
    ]);
  });

  // rules/authority.md#second-2
  test("is used at once where FOUR_EYES_ABOVE is none", async () => {
    const uid = await registerRenter();
    const { FOUR_EYES_ABOVE: above } = env;
    env.FOUR_EYES_ABOVE = null;
    try {
      expect(await proposeAccount(ines.ctx, uid, { holder: "Vélos", iban: first })).toEqual({ isWaiting: false });
    } finally {
      env.FOUR_EYES_ABOVE = above;
    }
    expect((await readAccount(paul.ctx, uid)).inUse).toMatchObject({ holder: "Vélos" });
  });
});
