import { beforeAll, describe, expect, test } from "vitest";
import { sql } from "#db/client.ts";
import { createNamed } from "#lib/account/keys/change-named.ts";
import type { PartnerContext } from "#lib/account/users/contexts.ts";
import type { ContextOf } from "#lib/account/users/roles.ts";
import { asPerson, contextOf, makeUser } from "#lib/account/users/users.fixture.ts";
import { create as createWebhook } from "#lib/delivery/webhook-settings/manage.ts";
import { sampleSettings } from "#lib/delivery/webhooks/webhooks.fixture.ts";
import { insertCalls } from "#lib/developer/calls/calls.fixture.ts";
import { findForPartner, findForStaff } from "#lib/developer/search/find.ts";
import { indexNow } from "#lib/developer/search/search.fixture.ts";
import { insertSampleClaim } from "#lib/insurance/claims/claims.fixture.ts";
import { insertContracts } from "#lib/insurance/contracts/contracts.fixture.ts";
import { sampleCompany } from "#lib/insurance/renters/renter.fixture.ts";
import { attachOpened, makePartner, registerRenter } from "#lib/insurance/renters/world.fixture.ts";
import { newId } from "#lib/platform/ids.ts";
import { realMoment } from "#lib/platform/time/clock.ts";

let owner: ContextOf["owner"];
let member: PartnerContext;
let made: Awaited<ReturnType<typeof makePartner>>;
let claim: Awaited<ReturnType<typeof insertSampleClaim>>;
let executionId: string;
const mole = newId("run").slice(-6);
// Many companies of other tests are called Vélos.
const company = { ...sampleCompany, company_name: `Vélos du Môle${mole}` };

beforeAll(async () => {
  made = await makePartner();
  const { development } = made.contexts;
  owner = { ...asPerson(development, "owner"), ...realMoment(new Date()) };
  member = { ...asPerson(development, "member"), ...realMoment(new Date()) };
  claim = await insertSampleClaim(development.world.id);
  const [call] = await insertCalls(development.world.id, [{ at: new Date() }]);
  executionId = call?.executionId ?? "";
  await attachOpened(development, await registerRenter({ company }));
  await createWebhook(owner, { ...sampleSettings, name: "Warehouse north" });
  await indexNow();
});

describe("what an owner looks for", () => {
  test("is found by its exact identifier or number first, with or without the letters of a claim's number", async () => {
    for (const term of [claim.claimId ?? "", claim.claimId?.toLowerCase() ?? "", claim.claimId?.replace("CLM-", "") ?? "", claim.id]) {
      expect((await findForPartner(owner, term))[0]).toMatchObject({ kind: "claims", href: `/development/claims/${claim.id}` });
    }
    const contract = { kind: "contracts", href: `/development/contracts/${claim.cid}`, status: "open" };
    expect((await findForPartner(owner, claim.cid))[0]).toMatchObject(contract);
    expect((await findForPartner(owner, executionId))[0]).toMatchObject({ kind: "calls", href: `/development/calls/${executionId}` });
  });

  test("is a named key by the beginnings of the words of its name, for those who see keys", async () => {
    await createNamed(owner, { name: "Till in Lyon", rights: ["read"], expiresAt: null });
    for (const term of ["till", "lyon"]) {
      expect(await findForPartner(owner, term)).toMatchObject([{ kind: "keys", title: "Till in Lyon", href: "/development/keys" }]);
    }
    expect(await findForPartner(member, "till")).toEqual([]);
  });

  test("says its own environment, also while the other one is open", async () => {
    const inProduction = { ...asPerson(made.contexts.production, "owner"), ...realMoment(new Date()) };
    for (const viewer of [owner, inProduction]) {
      expect((await findForPartner(viewer, claim.cid))[0]).toMatchObject({
        environment: "development",
        href: `/development/contracts/${claim.cid}`,
      });
    }
  });

  test("is found by any fragment of its name, a webhook by the beginnings of the words", async () => {
    for (const term of ["velos", "Môle", "vel mol", "elos du"]) {
      expect((await findForPartner(owner, term)).map(({ title }) => title)).toEqual([company.company_name]);
    }
    expect(await findForPartner(owner, "warehouse")).toMatchObject([{ kind: "webhooks", title: "Warehouse north" }]);
    for (const term of ["house", "zzzz", "ve"]) expect(await findForPartner(owner, term)).toEqual([]);
  });

  test("is found by its whole name, however many others have the longest word of it", async () => {
    const { contexts } = await makePartner();
    const chain = newId("run").slice(-6);
    const names = Array.from({ length: 30 }, (_none, index) => `Vélostation${chain} ${String.fromCodePoint(65 + (index % 25))}${index}`);
    // Lists of renters are ordered by uid.
    for (const [index, name] of names.entries()) {
      const uid = `${chain} ${String(index).padStart(2, "0")}`;
      await registerRenter({ uid, company: { ...sampleCompany, company_name: name } });
      await attachOpened(contexts.development, uid);
    }
    await indexNow();
    const last = names.at(-1) ?? "";
    const ownerOf30 = { ...asPerson(contexts.development, "owner"), ...realMoment(new Date()) };
    expect(await findForPartner(ownerOf30, last)).toMatchObject([{ title: last }]);
    const first = names[0] ?? "";
    const support = await contextOf(await makeUser("support"));
    for (const name of [first, last]) expect((await findForStaff(support, name))[0]).toMatchObject({ title: name });
  });

  // rules/search.md#find-6
  test("is offered only where it opens: a member finds no call and no webhook, a developer no claim, contract and company, and nobody another partner's claim", async () => {
    expect(await findForPartner(member, executionId)).toEqual([]);
    const developer = { ...owner, user: { ...owner.user, role: "developer" as const } };
    expect((await findForPartner(developer, executionId)).map(({ kind }) => kind)).toEqual(["calls"]);
    for (const term of [claim.claimId ?? "", claim.cid, "velos"]) expect(await findForPartner(developer, term)).toEqual([]);
    expect(await findForPartner(member, "warehouse")).toEqual([]);
    const stranger = { ...asPerson((await makePartner()).contexts.development, "owner"), ...realMoment(new Date()) };
    for (const term of [claim.id, claim.claimId ?? "", executionId, "velos"]) expect(await findForPartner(stranger, term)).toEqual([]);
  });
});

test("support finds partners, rental companies and people by name, and anything by its number; a handler is led to the look-up", async () => {
  const [support, handler] = [await contextOf(await makeUser("support")), await contextOf(await makeUser("handler"))];
  const { id, email } = await makeUser({ role: "owner", partnerId: made.id });
  const name = `Solène ${newId("run").slice(-8)}`;
  await sql`update users set name = ${name} where id = ${id}`;
  const person = { kind: "people", title: name, href: `/support/partners/${made.id}?tab=users` };
  for (const term of [name, name.replace("ène", ""), `Mademoiselle ${name}`, email]) {
    expect(await findForStaff(support, term)).toMatchObject([person]);
  }
  expect(await findForStaff(support, claim.claimId ?? "")).toMatchObject([{ kind: "claims", href: `/support/claims/${claim.id}` }]);
  expect(await findForStaff(support, made.id)).toMatchObject([{ kind: "partners", href: `/support/partners/${made.id}` }]);
  expect(await findForStaff(handler, made.id)).toMatchObject([{ href: `/support/lookup?q=${made.id}` }]);
  expect(await findForStaff(handler, name)).toEqual([]);
  const renter = { kind: "renters", title: company.company_name };
  for (const term of [company.company_name, `velos mole${mole}`]) expect(await findForStaff(support, term)).toMatchObject([renter]);
  expect(await findForStaff(handler, company.company_name)).toMatchObject([
    { kind: "renters", href: expect.stringContaining("/support/lookup?q=") },
  ]);
  const colleague = await makeUser("handler");
  expect(await findForStaff(support, colleague.email)).toMatchObject([
    { kind: "people", href: expect.stringContaining("/support/lookup?q=") },
  ]);
});

test("support finds a key of any partner by the beginnings of the words of its name, and a handler does not", async () => {
  const word = `Till${newId("run").slice(-8)}`;
  const { id } = await createNamed(owner, { name: `${word} in Lyon`, rights: ["read"], expiresAt: null });
  const [support, handler] = [await contextOf(await makeUser("support")), await contextOf(await makeUser("handler"))];
  const key = { kind: "keys", title: `${word} in Lyon`, environment: "development", href: `/support/lookup?q=${id}` };
  for (const term of [word, `lyon ${word.toLowerCase()}`]) expect(await findForStaff(support, term)).toMatchObject([key]);
  expect(await findForStaff(support, word.slice(1))).toEqual([]);
  expect(await findForStaff(handler, word)).toEqual([]);
});

// rules/search.md#palette-2
test("the last webhook and the last person that are shown say that there are more", async () => {
  const { id, contexts } = await makePartner();
  const north = { ...asPerson(contexts.development, "owner"), ...realMoment(new Date()) };
  const support = await contextOf(await makeUser("support"));
  const name = `Nordet${newId("run").slice(-8)}`;
  const add = async () => {
    await createWebhook(north, { ...sampleSettings, name });
    await sql`update users set name = ${name} where id = ${(await makeUser({ role: "member", partnerId: id })).id}`;
  };
  const find = async () => [await findForPartner(north, name), await findForStaff(support, name)];
  for (const isCut of [false, true]) {
    for (let count = 0; count < (isCut ? 1 : 4); count += 1) await add();
    for (const found of await find()) expect(found.map(({ hasMore = false }) => hasMore)).toEqual([false, false, false, isCut]);
  }
});

// rules/search.md#find-8
test("results are grouped by kind, newest first, and each says in which field the text is", async () => {
  const { contexts } = await makePartner();
  const world = contexts.production.world;
  const mark = `QX${newId("run").slice(-8)}`;
  const at = (minutes: number) => new Date(Date.parse("2027-03-01T12:00:00.000Z") + minutes * 60_000);
  const sample = { uid: "renter", contractType: "LCD", status: "open", test: false } as const;
  const [old, recent] = await insertContracts(world.id, [
    { ...sample, createdAt: at(0) },
    { ...sample, createdAt: at(5) },
  ]);
  await sql`update contract_products set data = jsonb_build_object('product_marked', ${`BC-${mark}`}::text) where cid in (${old?.cid ?? ""}, ${recent?.cid ?? ""})`;
  const named = await insertSampleClaim(world.id, { cid: old?.cid ?? "", cpid: old?.cpid ?? "" });
  await insertCalls(world.id, [{ at: new Date(), subjectId: old?.cid ?? "" }]);
  const as = { ...asPerson(contexts.production, "owner"), ...realMoment(new Date()) };
  await indexNow();
  const found = (await findForPartner(as, mark.toLowerCase())).map(({ kind, href, field }) => [kind, href.split("/").at(-1), field]);
  expect(found.slice(0, 3)).toEqual([
    ["contracts", recent?.cid, "marking"],
    ["contracts", old?.cid, "marking"],
    ["claims", named.id, "marking"],
  ]);
  expect(found.slice(3)).toEqual([["calls", expect.stringMatching(/^exec_/), "about"]]);
  const asMember = { ...asPerson(contexts.production, "member"), ...realMoment(new Date()) };
  expect((await findForPartner(asMember, mark)).map(({ kind }) => kind)).toEqual(["contracts", "contracts", "claims"]);
  const support = await contextOf(await makeUser("support"));
  const byStaff = await findForStaff(support, mark);
  expect(byStaff.slice(0, 3).map(({ kind, href }) => [kind, href])).toEqual([
    ["contracts", `/support/contracts?cid=${recent?.cid}`],
    ["contracts", `/support/contracts?cid=${old?.cid}`],
    ["claims", `/support/claims/${named.id}`],
  ]);
});

// rules/search.md#find-8
test("the claim and the contract of a person go before any number of newer ones that have the name elsewhere, for partners and staff", async () => {
  const { contexts } = await makePartner();
  const world = contexts.production.world;
  const name = `Louis Faure${newId("run").slice(-6).toLowerCase()}`;
  const [firstName = "", lastName = ""] = name.split(" ");
  const sample = { uid: "renter", contractType: "LCD", status: "cancel", test: false } as const;
  const at = (minutes: number) => new Date(Date.parse("2027-02-01T12:00:00.000Z") + minutes * 60_000);
  const [own, ...others] = await insertContracts(
    world.id,
    Array.from({ length: 60 }, (_none, index) => ({ ...sample, createdAt: at(index) })),
  );
  await sql`update contracts set individual = jsonb_build_object('first_name', ${firstName}::text, 'last_name', ${lastName}::text) where cid = ${own?.cid ?? ""}`;
  await sql`update contract_products set data = jsonb_build_object('user_name', ${name}::text) where cid = any(${others.map(({ cid }) => cid)})`;
  const insured = { ...claim.insured, firstName, lastName };
  const ownClaim = await insertSampleClaim(world.id, { insured });
  for (const { cid, cpid } of others.slice(0, 6)) await insertSampleClaim(world.id, { cid, cpid });
  const as = { ...asPerson(contexts.production, "owner"), ...realMoment(new Date()) };
  await indexNow();
  const ofKind = (found: Awaited<ReturnType<typeof findForPartner>>, kind: string) => found.filter((item) => item.kind === kind);
  const support = await contextOf(await makeUser("support"));
  for (const find of [() => findForPartner(as, name.toUpperCase()), () => findForStaff(support, name)]) {
    const found = await find();
    expect(ofKind(found, "claims")[0]?.href).toContain(ownClaim.id);
    expect(ofKind(found, "contracts")[0]).toMatchObject({
      href: expect.stringContaining(own?.cid ?? "none"),
      hint: expect.stringContaining(name),
      status: "cancel",
      cover: [expect.stringMatching(/^2027-02-01T12:00/), expect.stringMatching(/^2027-02-08T12:00/)],
    });
    for (const kind of ["contracts", "claims"]) {
      expect(ofKind(found, kind).map(({ hasMore = false }) => hasMore)).toEqual([
        ...ofKind(found, kind)
          .slice(1)
          .map(() => false),
        true,
      ]);
    }
  }
});

// rules/search.md#find-8
test("whole words and numbers go before newer things that have them within words", async () => {
  const { contexts } = await makePartner();
  const world = contexts.production.world;
  const sample = { uid: "renter", contractType: "LCD", status: "open", test: false } as const;
  const at = (minutes: number) => new Date(Date.parse("2027-02-01T12:00:00.000Z") + minutes * 60_000);
  const [whole, ...parts] = await insertContracts(
    world.id,
    Array.from({ length: 8 }, (_none, index) => ({ ...sample, createdAt: at(index) })),
  );
  await sql`update contract_products set data = '{"product_marked": "FB 401"}' where cid = ${whole?.cid ?? ""}`;
  await sql`update contract_products set data = '{"product_marked": "FB 4010"}' where cid = any(${parts.map(({ cid }) => cid)})`;
  const as = { ...asPerson(contexts.production, "owner"), ...realMoment(new Date()) };
  await indexNow();
  expect((await findForPartner(as, "401")).find(({ kind }) => kind === "contracts")?.href).toContain(whole?.cid ?? "none");
});
