import { readFile, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { db, sql } from "#db/client.ts";
import { openDoor } from "#e2e/documents/door.ts";
import { useOwnDatabase } from "#e2e/setup/own-database.ts";
import { recordAudit } from "#lib/account/audit/record.ts";
import { flushSecurityEvents, recordSecurityEvent } from "#lib/account/security-events/note.ts";
import { changeUser } from "#lib/account/users/administration.ts";
import { inviteAtTerminal } from "#lib/account/users/invite.ts";
import { choosePassword } from "#lib/account/users/passwords.ts";
import { operatorContext } from "#lib/account/users/roles.ts";
import { signIn } from "#lib/account/users/sign-in.ts";
import { asPerson, contextOf, makeUser, requestDetails } from "#lib/account/users/users.fixture.ts";
import { create as createWebhook } from "#lib/delivery/webhook-settings/manage.ts";
import { sampleSettings } from "#lib/delivery/webhooks/webhooks.fixture.ts";
import { flushCalls } from "#lib/developer/calls/record.ts";
import { erasePerson, planErasure } from "#lib/developer/erasure/erase-person.ts";
import { findValues, person, readValues, readZip, search, traces, word } from "#lib/developer/erasure/person.fixture.ts";
import { erased } from "#lib/developer/erasure/rules/wire.ts";
import { addNote } from "#lib/insurance/claims/desk/notes.ts";
import { takeAction } from "#lib/insurance/claims/desk/take-action.ts";
import { mandatoryTypes } from "#lib/insurance/claims/rules/claim.fixture.ts";
import { claim as wireClaim } from "#lib/insurance/claims/schema.ts";
import { contract as wireContract } from "#lib/insurance/contracts/schema.ts";
import { register } from "#lib/insurance/renters/register.ts";
import { attachOpened, makePartner } from "#lib/insurance/renters/world.fixture.ts";
import { currentTime } from "#lib/platform/time/clock.ts";
import { runAdmin } from "#scripts/admin/program.ts";

await useOwnDatabase();

const operator = operatorContext("tests", currentTime());
const place = { zipcode: "69002", city: "lyon", country: "FR" };

let door: Awaited<ReturnType<typeof openDoor>>;
let key = "";
let uid = "";
let ownUid = "";
let userId = "";
let cid = "";
let claim = "";
let fleet = "";
let other = "";

async function send(method: string, path: string, body?: unknown, headers: Record<string, string> = {}) {
  const response = await fetch(`${door.url}${path}`, {
    method,
    headers: { key, ...(body !== undefined && { "content-type": "application/json" }), ...headers },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  return { status: response.status, body: (text === "" ? {} : JSON.parse(text)) as Record<string, unknown> };
}

async function succeed(sent: ReturnType<typeof send>, expected = 200): ReturnType<typeof send> {
  const answer = await sent;
  if (answer.status !== expected) throw new Error(`${answer.status}: ${JSON.stringify(answer.body)}`);
  return answer;
}

const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();
const bike = (data: Record<string, unknown>) => ({
  product_type: "bike",
  product_subtype: "electric",
  value_excl: 2400,
  brand: "Moustache",
  model: "Lundi 27",
  data,
});
const longContract = (changes: Record<string, unknown>) => ({
  uid,
  contract_type: "LMD",
  start_date: inHours(0),
  end_date: inHours(24 * 200),
  options: ["break", "theft", "individual"],
  products: [bike({ product_marked: `${word}-1`, user_name: "Zéphyrine Quillebœuf", locker: `${word} 3` })],
  individual: { ...person, ...place },
  ...changes,
});

async function createContract(body: object, headers?: Record<string, string>): Promise<{ cid: string; cpid: string }> {
  const { body: answer } = await succeed(send("POST", "/v2/contracts", body, headers));
  const contract = answer["contract"] as { cid: string; products: Record<string, unknown> };
  return { cid: contract.cid, cpid: Object.keys(contract.products)[0] ?? "" };
}

const claimOf = (contract: { cid: string; cpid: string }, changes: Record<string, unknown> = {}) => ({
  userId: uid,
  contractId: contract.cid,
  contractProductId: contract.cpid,
  type: "break",
  subtype: "partial_break",
  claimAt: inHours(0),
  description: `I fell ${word} in the street, and my neighbour saw it.`,
  questions: {
    "Quels éléments du matériel sont cassés ?": `The wheel ${word}`,
    "La casse est-elle due à un accident avec un tiers ?": false,
    "Avez-vous fait un constat avec le tiers ?": "false",
    "La réparation est-elle effectuée en externe ?": false,
  },
  insured: {
    firstName: person.first_name,
    lastName: person.last_name,
    phoneNumber: "06 98 76 54 32",
    email: person.email.toUpperCase(),
    company: `${word} & Cie`,
  },
  location: { address: person.address, city: "Lyon", country: "FR", zipcode: "69002" },
  ...changes,
});

const jpeg = await readFile(join(import.meta.dirname, "../../../e2e/documents/files/photo.jpg"));
const encoded = Buffer.concat([jpeg, Buffer.from(word)]).toString("base64");
const documentsOf = (types: readonly string[]) =>
  types.map((type) => ({ type, title: `Her bike ${word}`, comment: `See ${word}`, filename: "zephyrine.jpg", content: encoded }));

/** Reads all amounts, which must stay exact to the cent. */
async function readMoney(): Promise<unknown> {
  const [ledger, settled, prices, claims] = await Promise.all([
    sql`select * from premium_entries order by id`,
    sql`select * from settlements order by id`,
    sql`select cpid, cid, product_type, value_excl_cents, price_cents, status, start_date, end_date from contract_products order by cpid`,
    sql`select id, claim_id, status, type, subtype, submitted_at, closed_at from claims order by id`,
  ]);
  return { ledger, settled, prices, claims };
}

beforeAll(async () => {
  door = await openDoor("192.0.2.40");
  const { id: partnerId, keys, contexts } = await makePartner();
  key = keys.production.text;
  const ctx = contexts.production;
  const company = { ...place, company_name: "Cycles du Lac", address: "1 rue du Lac", first_name: "Paul", last_name: "Roux" };
  uid = "renter-of-others";
  await register(operator, { uid, company: { ...company, email: "paul@lac.example", phone_number: "+33400000000" } });
  ownUid = "renter-of-hers";
  const { address: _home, ...contact } = person;
  await register(operator, { uid: ownUid, company: { ...company, ...contact }, partnerIds: [partnerId] });
  await attachOpened(ctx, uid);
  await attachOpened(ctx, ownUid);
  const owner = {
    ...asPerson(ctx, "owner"),
    realTime: currentTime(),
    session: { ...asPerson(ctx, "owner").session, authenticatedAt: currentTime() },
  };
  await createWebhook(owner, { ...sampleSettings, eventTypes: ["v2.contract.created", "v2.claim.draft.created"] });
  await send("GET", `/v2/renters/${ownUid}`);

  // A user of the portal, with a wrong password.
  const invited = await inviteAtTerminal(operator, { partnerId, role: "member", email: person.email, name: "Zéphyrine Quillebœuf" });
  userId = invited.userId;
  const password = `password ${crypto.randomUUID()}`;
  await choosePassword({ token: invited.token, password }, operator);
  const at = { ...requestDetails(), now: currentTime(), address: "192.0.2.41", userAgent: `Browser ${word}` };
  await signIn({ email: person.email, password: "a wrong password" }, at);
  await signIn({ email: person.email, password }, at);
  recordSecurityEvent({ kind: "signInFailed", subject: person.email, address: "192.0.2.41", at: currentTime() });
  await flushSecurityEvents();

  // Her contract, its list, a refused one, and a claim until it is paid.
  const made = await createContract(longContract({}), { "idempotency-key": "hers" });
  cid = made.cid;
  await succeed(send("POST", "/v2/contracts", longContract({ end_date: inHours(-1) })), 400);
  await send("POST", "/v2/contracts?preview=true", longContract({}));
  await send("GET", `/v2/contracts?uid=${uid}`);
  await send("GET", `/v2/contracts?uid=${encodeURIComponent(person.email)}`);
  const drafted = await succeed(send("POST", "/v2/claims", claimOf(made), { "idempotency-key": "her-claim" }));
  claim = (drafted.body["data"] as { id: string }).id;
  await send("POST", "/v2/claims", claimOf(made, { subtype: "total_theft" }));
  await send("PATCH", `/v2/claims/${claim}`, { description: `Nobody else was there but ${word}, as she says.` });
  await succeed(send("PUT", `/v2/claims/${claim}/documents`, documentsOf(mandatoryTypes)), 200);
  await succeed(send("PUT", `/v2/claims/${claim}/documents`, documentsOf(mandatoryTypes.slice(0, 1))), 200);
  await send("POST", `/v2/claims/${claim}/links`, { return_url: `https://shop.example/${word}` }, { "idempotency-key": "her-link" });
  await succeed(send("POST", `/v2/claims/${claim}/submit`), 200);
  const handler = await contextOf(await makeUser("handler"));
  const desk = { ...operator, now: currentTime() };
  await takeAction(desk, claim, { move: "takeOver" });
  await addNote({ ...desk, actor: { type: "staff", name: "Ada", userId: handler.user.id } }, claim, `She called: ${word}.`);
  await takeAction(desk, claim, { move: "noteClaim", note: `We wait for ${word}` });
  const [document] = await sql<{ id: string }[]>`select id from claim_documents where claim_id = ${claim} and replaced_at is null limit 1`;
  await takeAction(desk, claim, { move: "refuseDocument", documentId: document?.id ?? "", reason: `Too dark, ${word}`, askAgain: false });
  await takeAction(desk, claim, { move: "requestDocument", type: word, category: "expected" });
  await takeAction(desk, claim, { move: "takeOver" });
  await takeAction(desk, claim, { move: "approveRefund", amountCents: 12_050, reason: "-" });

  // A colleague's fleet in which she uses a bike, and a stranger.
  const company2 = { ...place, company_name: "Velox", first_name: "Jean", last_name: "Petit", address: "2 rue B", siren: "552100554" };
  const ofFleet = { options: ["break", "theft", "company"], individual: undefined, company: company2 };
  const used = bike({ product_marked: "BC-1", user_name: "QUILLEBOEUF Zéphyrine" });
  fleet = (await createContract(longContract({ ...ofFleet, products: [used] }))).cid;
  const stranger = {
    first_name: "Grace",
    last_name: "Hopper",
    email: "grace@example.com",
    phone_number: "+33612345678",
    address: "1 place Bellecour",
  };
  const hers = bike({ product_marked: "BC-2", user_name: "Grace Hopper" });
  const strangers = await createContract(longContract({ individual: { ...stranger, ...place }, products: [hers] }));
  other = strangers.cid;
  await db.transaction((tx) =>
    recordAudit(tx, desk, {
      action: "list.exported",
      subjectId: "claims",
      details: { list: "claims", filters: { search: "quillebœuf zéphyrine" } },
    }),
  );
  await flushCalls();
  // The receiver echoes the request.
  await sql`
    insert into delivery_attempts (delivery_id, number, trigger, started_at, duration_ms, status_code, response_body)
    select d.id, 1, 'automatic', now(), 5, 200, e.payload from deliveries d join events e on e.id = d.event_id`;
});
afterAll(() => door.close());

const admin = (...args: string[]) => run("erase-person", ...args);

async function run(...args: string[]): Promise<{ code: number; text: string }> {
  let text = "";
  const print = (said: string) => (text += said);
  const code = await runAdmin([...args, "--reason", "Request 17"], {
    withDatabase: (work) => work(),
    print,
    complain: print,
  });
  return { code, text };
}

const byEmail = ["--email", person.email.toUpperCase()];

/** Exports her data as an operator does, and compares it with everything that names her. */
async function assertExported(): Promise<void> {
  const to = join(tmpdir(), `${crypto.randomUUID()}.zip`);
  onTestFinished(() => rm(to, { force: true }));
  const exportTo = (...of: string[]) => run("person", "export", "--to", to, ...of);
  expect(await exportTo("--email", "nobody@people.example")).toEqual({ code: 0, text: "There is nothing to export." });
  expect(await exportTo(...byEmail)).toMatchObject({ code: 0, text: expect.stringContaining(to) as string });
  expect(await exportTo(...byEmail)).toMatchObject({ code: 1, text: expect.stringContaining("EEXIST") as string });
  expect((await stat(to)).mode & 0o777).toBe(0o600);
  const files = readZip(await readFile(to));
  const values = new Set(files.flatMap(readValues));
  expect((await findValues(traces)).filter((value) => !values.has(value))).toEqual([]);
  expect(files.filter(({ path }) => path.startsWith("documents/")).map(({ content }) => content.includes(word))).toEqual([
    true,
    true,
    true,
    true,
  ]);
  const own = files.filter(({ path }) => /^[a-z_]+\.json$/.test(path)).map(({ content }) => content.toString());
  expect(own.join("")).not.toMatch(/bellecour|grace@example|argon2|_hash|cg_live_\w{5}/i);
  const entries = await sql<{ subjectId: string }[]>`
    select subject_id from audit_entries where action = 'person.exported' and reason = 'Request 17' order by id`;
  expect(entries.map(({ subjectId }) => subjectId)).toEqual([cid, claim, ownUid, userId]);
}

describe("the data of a person", () => {
  test("is not erased while a claim, a contract or an account is open", async () => {
    const before = await search(traces);
    const { hindrances } = await planErasure(operator, { email: person.email });
    expect(hindrances).toEqual([
      `the contract ${cid} is open: the person is insured by it`,
      `the claim ${claim} is in_progress`,
      `a payment of the claim ${claim} is under way`,
      `the account of ${person.email} is in use: disable it first`,
    ]);
    const { code, text } = await admin(...byEmail, "--yes");
    expect(code).toBe(1);
    for (const hindrance of hindrances) expect(text.toLowerCase()).toContain(hindrance.toLowerCase());
    expect(await search(traces)).toEqual(before);
  });

  test("is exported and listed first, and erased from every column of every table and every file, while the money stays to the cent", async () => {
    const desk = { ...operator, now: currentTime() };
    // Banks work on one of the days since the approval.
    const [refund] = await sql<{ id: string }[]>`
      update settlements set created_at = created_at - interval '7 days' where claim_id = ${claim} returning id`;
    await takeAction(desk, claim, { move: "executePayment", settlementId: refund?.id ?? "" });
    expect((await send("DELETE", `/v2/contracts/${cid}`, { reason: `Sold, says ${word}` })).status).toBe(200);
    await changeUser(desk, userId, { disabled: true, reason: `Left with ${word}` });
    await flushCalls();

    await assertExported();
    const where = await search(traces);
    // The list names everything that a plain installation keeps of a person; new places must be added.
    expect(new Set(where.map((found) => found.split(/[.:]/)[0]))).toEqual(
      new Set([
        ...["audit_entries", "calls", "claim_documents", "claim_links", "claim_notes", "claims", "contract_products", "contracts"],
        ...["delivery_attempts", "events", "idempotency_keys", "renters", "security_events", "sessions", "sign_in_attempts", "users"],
        ...where.filter((found) => found.startsWith("file")),
      ]),
    );
    expect(where.filter((found) => found.startsWith("file"))).not.toEqual([]);
    const [money, strangers] = [await readMoney(), await sql`select * from contracts where cid = ${other}`];

    const listed = await admin(...byEmail);
    expect(listed).toMatchObject({ code: 0, text: expect.stringContaining("With --yes") as string });
    for (const found of [cid, claim, ownUid, userId]) expect(listed.text).toContain(found);
    expect(await search(traces)).toEqual(where);

    const done = await admin(...byEmail, "--yes");
    expect(done).toMatchObject({ code: 0, text: expect.stringContaining("Erased.") as string });
    expect(await search(traces)).toEqual([]);
    expect(await readMoney()).toEqual(money);
    expect(await sql`select * from contracts where cid = ${other}`).toEqual(strangers);
    expect((await send("GET", `/v2/contracts/${other}`)).body).toMatchObject({ contract: { individual: { last_name: "Hopper" } } });
  });

  test("leaves a contract, a claim and events that still have the published shape", async () => {
    const { body } = await send("GET", `/v2/contracts/${cid}`);
    expect(wireContract.parse(body["contract"])).toMatchObject({ cid, status: "cancel", individual: { country: "FR" } });
    const answered = await send("GET", `/v2/claims/${claim}`);
    const read = wireClaim.parse(answered.body["data"]);
    expect(read).toMatchObject({ status: "closed", insured: { lastName: erased }, documentEntries: [], settlements: [{ amount: 120.5 }] });
    const events = await sql<{ payload: string }[]>`select payload from events where subject_id = ${claim}`;
    expect(events.length).toBeGreaterThan(5);
    for (const { payload } of events) wireClaim.parse((JSON.parse(payload) as { data: unknown }).data);
    const fleets = (await send("GET", `/v2/contracts/${fleet}`)).body["contract"] as { products: Record<string, { data: unknown }> };
    expect(Object.values(fleets.products)).toEqual([expect.objectContaining({ data: { product_marked: "BC-1", user_name: erased } })]);
  });

  test("is noted in the audit log without saying whose it was, which otherwise stays as it is", async () => {
    const entries = await sql<{ subject: string; reason: string; details: unknown }[]>`
      select subject_id as subject, reason, details from audit_entries where action = 'person.erased' order by id`;
    expect(entries).toEqual([
      { subject: claim, reason: "Request 17", details: { from: "claim", documents: 4 } },
      { subject: cid, reason: "Request 17", details: { from: "contract" } },
      { subject: ownUid, reason: "Request 17", details: { from: "renter" } },
      { subject: userId, reason: "Request 17", details: { from: "user", partnerId: expect.any(String) as string } },
    ]);
    await expect(sql`update audit_entries set reason = 'none' where subject_id = ${claim}`).rejects.toThrow("append-only");
    const moved = sql.begin(async (tx) => {
      await tx`select set_config('covergate.erasing', 'on', true)`;
      await tx`update audit_entries set action = 'claim.rejected' where subject_id = ${claim}`;
    });
    await expect(moved).rejects.toThrow("append-only");
  });

  test("is nothing the second time, and a contract without it is not opened again", async () => {
    expect(await admin(...byEmail, "--yes")).toEqual({ code: 0, text: "There is nothing to erase." });
    await erasePerson(operator, { contracts: [cid] }, "Request 17");
    expect(await sql`select from audit_entries where action = 'person.erased' and subject_id = ${cid}`).toHaveLength(1);
    await expect(takeAction(operator, claim, { move: "reopenClaim", reason: "again" })).rejects.toThrow("erased");
    expect(await send("POST", "/v2/claims", claimOf({ cid, cpid: "cpid_none" }))).toMatchObject({ status: 404 });
  });

  test("is not named by the reason that stays", async () => {
    const reason = "Asked by Grace Hopper";
    await expect(erasePerson(operator, { name: "Hopper Grace", contracts: [] }, reason)).rejects.toThrow(/open/);
    await sql`update contracts set status = 'closed', ended_at = now() where cid = ${other}`;
    await expect(erasePerson(operator, { name: "Hopper Grace" }, reason)).rejects.toThrow("the reason names the person");
    await expect(erasePerson(operator, { name: "Hopper" }, "Request 18")).rejects.toThrow("first and the last name");
  });
});
