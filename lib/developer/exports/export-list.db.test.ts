import { once } from "node:events";
import type { Readable } from "node:stream";
import { buffer, text } from "node:stream/consumers";
import { expect, test } from "vitest";
import { db, sql } from "#db/client.ts";
import type { AuditAction } from "#lib/account/audit/list-filters.ts";
import { recordAudit } from "#lib/account/audit/record.ts";
import { flushSecurityEvents, recordSecurityEvent } from "#lib/account/security-events/note.ts";
import { changeUser } from "#lib/account/users/administration.ts";
import { partnerContext } from "#lib/account/users/contexts.ts";
import { asOwner } from "#lib/account/users/roles.ts";
import { endSessions } from "#lib/account/users/sessions.ts";
import { asPerson, asStaff, contextOf, findAt, makeUser, requestDetails, sessionOf } from "#lib/account/users/users.fixture.ts";
import type { ActingContext } from "#lib/account/worlds/context.ts";
import { create as createWebhook } from "#lib/delivery/webhook-settings/manage.ts";
import { attempt, emitSampleEvent, sampleSettings } from "#lib/delivery/webhooks/webhooks.fixture.ts";
import { activityFilters } from "#lib/developer/activity/list-filters.ts";
import { activityListQuery, list } from "#lib/developer/activity/list.ts";
import { staffAt } from "#lib/developer/console/staff.fixture.ts";
import { headOf } from "#lib/developer/exports/columns.ts";
import { exportForPartner, exportForSupport } from "#lib/developer/exports/export-list.ts";
import { exportsOfPartner } from "#lib/developer/exports/partner-lists.ts";
import { partnerLists, supportLists } from "#lib/developer/exports/schema.ts";
import type { PartnerListName, SupportListName } from "#lib/developer/exports/schema.ts";
import { exportsOfSupport } from "#lib/developer/exports/support-lists.ts";
import { makeCalls } from "#lib/developer/overview/traffic.fixture.ts";
import { insertSampleClaim } from "#lib/insurance/claims/claims.fixture.ts";
import { end as endContract } from "#lib/insurance/contracts/change.ts";
import { makeContract, noon, openShop } from "#lib/insurance/renewals/shop.fixture.ts";
import { makePartner } from "#lib/insurance/renters/world.fixture.ts";
import { read as readStatement } from "#lib/insurance/statements/read.ts";
import type { Environment } from "#lib/platform/environments.ts";
import { UserError } from "#lib/platform/errors/user-error.ts";
import type { Reader } from "#lib/platform/i18n/locales.ts";
import { messages } from "#lib/platform/i18n/messages.ts";
import { newId } from "#lib/platform/ids.ts";
import type { Role } from "#lib/platform/roles.ts";
import { readNumber, readSheet } from "#lib/platform/text/read-csv.ts";
import { currentTime, realMoment } from "#lib/platform/time/clock.ts";

const inEnglish: Reader = { language: "en", timeZone: "UTC" };
const inFrench: Reader = { language: "fr", timeZone: "Europe/Paris" };

const note = (ctx: ActingContext, action: AuditAction, subjectId: string) =>
  db.transaction((tx) => recordAudit(tx, ctx, { action, subjectId }));

/** A signed-in user of a new partner. */
async function signIn(role: Extract<Role, "owner" | "member">) {
  const { id: partnerId } = await makePartner();
  return signInTo(partnerId, role, "development");
}

async function signInTo(partnerId: string, role: Extract<Role, "owner" | "member"> = "owner", environment: Environment = "production") {
  const found = await findAt(await sessionOf(await makeUser({ role, partnerId })));
  if (found === undefined) throw new Error("The session is over.");
  return partnerContext(found, environment, requestDetails());
}

async function makeOwner() {
  const { contexts } = await makePartner();
  return asPerson(contexts.development, "owner");
}

test("owners see the activity of their own partner's users and keys, narrowed by filters", async () => {
  const [owner, stranger] = [await makeOwner(), await makeOwner()];
  await note(owner, "key.revealed", "key_1");
  await note(stranger, "key.revealed", "key_2");
  await note(staffAt(owner.now), "key.revoked", "key_1");
  await note(owner, "webhook.deleted", "=whk_1");
  await note(owner, "webhook.secretRotated", "whk_2");
  const subjects = async (query: object) => (await list(owner, activityListQuery.parse(query))).rows.map(({ subjectId }) => subjectId);
  expect(await subjects({})).toEqual(["whk_2", "=whk_1", "key_1"]);
  expect(await subjects({ action: "webhook.secretRotated" })).toEqual(["whk_2"]);
  expect(await subjects({ action: "key.revealed,key.copied" })).toEqual(["key_1"]);
  expect(await subjects({ person: owner.user.id, search: "=whk_1" })).toEqual(["=whk_1"]);
  expect(await subjects({ person: "usr_other" })).toEqual([]);
});

test("owners are offered the actions of their own people and keys, and none of the operator's staff", () => {
  const offered: readonly string[] = activityFilters.action.values;
  const ofStaff: AuditAction[] = [
    ...(["bodies.revealed", "claim.rejected", "files.deleted", "payments.handedToBank", "person.erased", "secrets.rotated"] as const),
    ...(["template.deleted", "template.saved", "user.secondFactorsRemoved"] as const),
  ];
  expect(ofStaff.filter((action) => offered.includes(action))).toEqual([]);
  const ofPartners: AuditAction[] = [
    "key.revoked",
    "call.revealed",
    "list.exported",
    "renter.attached",
    "user.signedIn",
    "user.passwordChosen",
    "user.sessionsEnded",
  ];
  expect(ofPartners.filter((action) => !offered.includes(action))).toEqual([]);
});

test("an export holds every row of the filters, beyond the first page, without formulas, and is audited", async () => {
  const owner = await signIn("owner");
  for (let place = 0; place < 230; place += 1) await note(owner, place % 2 === 0 ? "key.revealed" : "key.copied", `=row ${place}`);
  const file = await exportForPartner(owner, "activity", { action: "key.revealed" }, inEnglish);
  const lines = (await text(file.content)).trimEnd().split("\r\n");
  expect(lines[0]).toBe("\uFEFFEntry id,Date (UTC),Action,About,Who,Network address");
  expect(lines.slice(1).map((line) => /'=row (\d+)/.exec(line)?.[1])).toEqual(
    Array.from({ length: 115 }, (_, row) => String(228 - 2 * row)),
  );
  const [noted] =
    await sql`select subject_id, details from audit_entries where action = 'list.exported' and actor ->> 'partnerId' = ${owner.world.partnerId}`;
  expect(noted).toEqual({
    subjectId: "activity",
    details: { list: "activity", environment: "development", filters: { action: "key.revealed" } },
  });
});

test("a member exports what members see, and nothing of the developer space", async () => {
  const member = await signIn("member");
  expect(await text((await exportForPartner(member, "contracts", {}, inEnglish)).content)).toMatch(
    /^\uFEFFContract id,Rental company uid,[^\n]*\r\n$/,
  );
  await expect(exportForPartner(member, "calls", {}, inEnglish)).rejects.toBeInstanceOf(UserError);
});

/** Reads a file as a spreadsheet in its language would. */
async function sheetOf(file: Promise<{ content: Readable }>): Promise<string[][]> {
  const bytes = await buffer((await file).content);
  expect(bytes.subarray(0, 3)).toEqual(Buffer.from("\uFEFF"));
  return readSheet(bytes.toString()).map(({ cells }) => cells);
}

/** Names of things in code: `camelCase`, `snake_case`, `a.path`. Units and zones are apart. */
function isIdentifier(head: string): boolean {
  return /[a-z][A-Z]|_|\w\.\w|\s$|^$|^[a-z](?!id )/.test(head.replace(/ \((?:UTC|EUR|Europe\/Paris)\)$/, ""));
}

test.each([...partnerLists.map((name) => ["a partner", name] as const), ...supportLists.map((name) => ["the console", name] as const)])(
  "%s exports the list of %s, every column under words of the reader's language",
  async (who, name) => {
    const owner = await signIn("owner");
    const support = await contextOf(await makeUser("support"));
    const filters = { month: "2031-03", partnerId: owner.world.partnerId };
    const headsFor = async (reader: Reader) => {
      const { columns } = who === "a partner" ? exportsOfPartner[name as PartnerListName] : exportsOfSupport[name as SupportListName];
      const heads = columns.map((column) => headOf(column, reader));
      expect(heads.filter(isIdentifier)).toEqual([]);
      expect(new Set(heads).size).toBe(heads.length);
      // A month without a statement has no rows, and says so once it is read.
      if (!name.startsWith("statement-")) {
        const file =
          who === "a partner"
            ? exportForPartner(owner, name as PartnerListName, {}, reader)
            : exportForSupport(support, name as SupportListName, filters, reader);
        expect((await sheetOf(file))[0]).toEqual(heads);
      }
      return heads;
    };
    const [english, french] = [await headsFor(inEnglish), await headsFor(inFrench)];
    expect(french).toHaveLength(english.length);
    expect(french).not.toEqual(english);
  },
);

test("the words at the head of columns are all used", () => {
  const used = new Set(
    [...Object.values(exportsOfPartner), ...Object.values(exportsOfSupport)].flatMap(({ columns }) => columns.map(({ head }) => head)),
  );
  const all = (node: object, path: string): string[] =>
    Object.entries(node).flatMap(([key, value]) =>
      typeof value === "object" ? all(value as object, `${path}.${key}`) : [`${path}.${key}`],
    );
  expect(all(messages.en.exports.heads, "exports.heads").filter((head) => !used.has(head))).toEqual([]);
});

test.each(["claims", "contracts", "deliveries", "events", "statement-entries", "statement-refunds"] as const)(
  "the file of %s has the marking that tells products apart, as its page does",
  (name) => {
    expect(exportsOfPartner[name].columns.map((column) => headOf(column, inEnglish))).toContain("Marking");
    expect(exportsOfPartner[name].columns.map((column) => headOf(column, inFrench))).toContain("Marquage");
  },
);

// rules/statements.md#files-2
test("the statement's rental companies, entries and refunds are the same numbers, with the markings of the page, to an English and to a French spreadsheet", async () => {
  const shop = await openShop();
  const cid = await makeContract(shop, "LMD", noon("2031-03-10"), 3);
  await endContract(shop.at(noon("2031-03-20")), cid, { reason: "The customer bought the bike." }, { preview: false });
  const at = noon("2031-03-12");
  const [entry] = await sql<
    [{ cpid: string; marking: string }]
  >`select cpid, data ->> 'product_marked' as marking from contract_products where cid = ${cid}`;
  const claim = await insertSampleClaim(shop.at(at).world.id, { cid, cpid: entry.cpid, uid: shop.uid });
  await sql`
    insert into settlements (id, claim_id, type, amount_cents, withheld_cents, payment_state, payment_at, created_at)
    values (${newId("stl")}, ${claim.id}, 'refund', 24550, 4550, 'paid', ${at}, ${at})`;
  const owner = { ...(await signInTo(shop.partnerId)), now: noon("2031-04-10") };
  const { renters, totals } = await readStatement(owner, "2031-03");
  expect(totals).toMatchObject({ claims_paid: 245.5, claims_charged: 45.5, claims_net: 200 });
  const [{ premium_net: net, tax } = { premium_net: 0, tax: 0 }] = renters;
  expect(tax % 1).not.toBe(0);
  for (const reader of [inEnglish, inFrench]) {
    const [heads = [], row = []] = await sheetOf(exportForPartner(owner, "statement-renters", { month: "2031-03" }, reader));
    const { figures } = messages[reader.language].statements;
    const figure = (name: keyof typeof figures) => readNumber(row[heads.findIndex((head) => head.startsWith(figures[name]))] ?? "");
    expect([figure("premium_net"), figure("tax"), figure("contracts_created")]).toEqual([net, tax, 1]);
    const entries = await sheetOf(exportForPartner(owner, "statement-entries", { month: "2031-03" }, reader));
    const place = entries[0]?.indexOf({ en: "Amount (EUR)", fr: "Montant (EUR)" }[reader.language]) ?? -1;
    const sum = entries.slice(1).reduce((cents, cells) => cents + Math.round((readNumber(cells[place] ?? "") ?? Number.NaN) * 100), 0);
    expect(sum).toBe(Math.round(net * 100));
    const marking = entries[0]?.indexOf({ en: "Marking", fr: "Marquage" }[reader.language]) ?? -1;
    expect(new Set(entries.slice(1).map((cells) => cells[marking]))).toEqual(new Set([entry.marking]));
    const [refundHeads = [], ...refunds] = await sheetOf(exportForPartner(owner, "statement-refunds", { month: "2031-03" }, reader));
    for (const name of ["claims_paid", "claims_charged", "claims_net"] as const) {
      const amount = refundHeads.findIndex((head) => head.startsWith(figures[name]));
      expect(refunds.reduce((euros, cells) => euros + (readNumber(cells[amount] ?? "") ?? Number.NaN), 0)).toBe(totals[name]);
    }
    expect(entries.slice(1).map((cells) => cells[2])).toEqual(
      { en: ["Terminated", "Created"], fr: ["Résiliation", "Création"] }[reader.language],
    );
  }
});

test("webhooks, events with their deliveries, errors and security events are exported", async () => {
  const ctx = { ...asOwner(await signIn("owner")), ...realMoment(currentTime()) };
  const webhook = await createWebhook(ctx, sampleSettings);
  const [delivery = ""] = await emitSampleEvent(ctx, "v2.contract.created");
  await attempt(delivery, ctx.realTime, 503);
  await makeCalls(ctx, [{ status: 400, errorCode: 1012, keyId: "key_1" }]);
  const linesOf = async (name: PartnerListName, filters = {}) =>
    (await text((await exportForPartner(ctx, name, filters, inEnglish)).content)).split("\r\n");
  expect((await linesOf("webhooks"))[1]).toContain(`${webhook.id},${webhook.name},https://hooks.example.com/covergate?•••,Yes,`);
  expect((await linesOf("events"))[1]).toMatch(/^evt_.*,Contract created,Contract,.*,exec_test,,,1,,,,,,$/);
  expect((await linesOf("errors", { range: "7d", timeZone: "UTC" }))[1]).toBe("1012,Create a contract,1,0");
  expect((await linesOf("calls"))[1]).toContain(",key_1,");
  const subject = newId("run");
  recordSecurityEvent({ kind: "keyRevoked", subject, address: "192.0.2.1", at: ctx.realTime });
  await flushSecurityEvents();
  const support = await contextOf(await makeUser("support"));
  const [, event] = (await text((await exportForSupport(support, "security", { search: subject }, inEnglish)).content)).split("\r\n");
  expect(event).toContain(`,Revoked API key,${subject},192.0.2.1,1,`);
});

test("support exports the audit log as it is filtered, with what changed", async () => {
  const support = await contextOf(await makeUser("support"));
  const [subject, other] = [newId("whk"), newId("whk")];
  const details = { enabled: false, before: { enabled: true } };
  const change = (subjectId: string, action: AuditAction, by: ActingContext = support) =>
    db.transaction((tx) => recordAudit(tx, by, { action, subjectId, reason: "Asked; by phone", details }));
  await change(subject, "webhook.changed");
  const owner = await signIn("owner");
  await change(subject, "webhook.deleted", owner);
  await change(other, "webhook.changed");
  const rowsOf = async (filters: Record<string, string>) =>
    (await sheetOf(exportForSupport(support, "audit", filters, inEnglish)))
      .slice(1)
      .map(([, , action, kind, , , , ...rest]) => [action, kind, ...rest]);
  const cells = ({ address }: ActingContext) => [subject, "Asked; by phone", address, '{"before":{"enabled":true},"enabled":false}'];
  expect(await rowsOf({ subject })).toEqual([
    ["Webhook deleted", "Partner user", ...cells(owner)],
    ["Webhook changed", "Covergate staff", ...cells(support)],
  ]);
  expect(await rowsOf({ subject, action: "webhook.changed" })).toEqual([["Webhook changed", "Covergate staff", ...cells(support)]]);
  expect(await rowsOf({ subject, actor: newId("usr") })).toEqual([]);
  const [noted] = await sql<{ details: object }[]>`
    select details from audit_entries where action = 'list.exported' and actor ->> 'userId' = ${support.user.id} order by id limit 1`;
  expect(noted?.details).toEqual({ list: "audit", filters: { subject } });
});

test("claim handlers can export claims, and nothing of support's lists", async () => {
  const handler = await contextOf(await makeUser("handler"));
  expect(await text((await exportForSupport(handler, "claims", {}, inEnglish)).content)).toMatch(
    /^\uFEFFClaim id,Claim number,Partner,Rental company,/,
  );
  for (const name of ["audit", "keys", "partners", "renters"] as const) {
    await expect(exportForSupport(handler, name, {}, inEnglish)).rejects.toMatchObject({ key: "supportOnly" });
  }
});

test.each<[string, (userId: string) => Promise<unknown>]>([
  ["is signed out", (userId) => db.transaction((tx) => endSessions(tx, userId, asStaff.now))],
  ["is disabled", (userId) => changeUser(asStaff, userId, { disabled: true, leavesNoOwner: true, reason: "asked by phone" })],
  ["has another role", (userId) => changeUser(asStaff, userId, { role: "member", leavesNoOwner: true, reason: "asked by phone" })],
])("an export ends incomplete when its reader %s", async (_case, end) => {
  const owner = await signIn("owner");
  // The export has five pages, and the stream reads only one ahead.
  for (let place = 0; place < 450; place += 1) await note(owner, "key.revealed", `row ${place}`);
  const { content } = await exportForPartner(owner, "activity", { action: "key.revealed" }, inEnglish);
  await once(content, "readable");
  await end(owner.user.id);
  await expect(text(content)).rejects.toMatchObject({ key: "signedOut" });
});
