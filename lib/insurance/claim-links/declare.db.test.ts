import { afterAll, beforeAll, expect, test } from "vitest";
import { sql } from "#db/client.ts";
import { makeInsured } from "#e2e/documents/claims.ts";
import type { Insured } from "#e2e/documents/claims.ts";
import { openDoor } from "#e2e/documents/door.ts";
import { openPage } from "#e2e/documents/links.ts";
import { createForContract } from "#lib/insurance/claim-links/create.ts";
import { listOfContract } from "#lib/insurance/claim-links/list.ts";
import { contractClaimLinkBody } from "#lib/insurance/claim-links/schema.ts";
import { amend, end } from "#lib/insurance/contracts/change.ts";
import { noon } from "#lib/insurance/renewals/shop.fixture.ts";
import { ApiError } from "#lib/platform/errors/catalogue.ts";
import { currentTime } from "#lib/platform/time/clock.ts";

let insured: Insured;
let door: Awaited<ReturnType<typeof openDoor>>;
let cid = "";
let cpid = "";
beforeAll(async () => {
  [insured, door] = await Promise.all([makeInsured(), openDoor("192.0.2.8")]);
  const [row] = await sql<{ cid: string; cpid: string }[]>`select cid, cpid from claims where id = ${await insured.makeClaim()}`;
  ({ cid, cpid } = row ?? { cid, cpid });
  // Covered yesterday, whenever the test runs.
  await sql`update contract_products set start_date = now() - interval '30 days', end_date = now() + interval '30 days' where cid = ${cid}`;
});
afterAll(() => door.close());

async function makeContractLink(settings: object = {}): Promise<{ id: string; token: string }> {
  const { id, url } = await createForContract({ ...insured.ctx, realTime: currentTime() }, cid, contractClaimLinkBody.parse(settings));
  return { id, token: new URL(url).pathname.slice("/claim/".length) };
}

const yesterday = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);
const filled = {
  "question-0": "The front wheel",
  "question-1": "false",
  "question-2": "false",
  "question-3": "true",
  day: yesterday,
  time: "14:30",
  description: "I slipped on a patch of ice while riding downhill: the front wheel is bent and the fork is twisted.",
  address: "14 montée de la Grande Côte",
  zipcode: "69001",
  city: "LYON",
  country: "FR",
  firstName: "Ada",
  lastName: "Martin",
  phone: "+33612345678",
};

const declare = (token: string, form: Record<string, string> = filled, choice = `?product=${cpid}&subtype=partial_break&lang=en`) =>
  openPage(door.url, token, `/declaration${choice}`, {
    method: "POST",
    body: new URLSearchParams(form).toString(),
    headers: { "content-type": "application/x-www-form-urlencoded" },
  });

test("the declaration asks one question at a time, first the kind of loss where there is one product", async () => {
  const { token } = await makeContractLink({ language: "en" });
  const first = (await openPage(door.url, token)).text;
  expect(first).toContain("What happened?");
  expect(first).toMatch(/value="partial_break"/);
  const second = (await openPage(door.url, token, `?product=${cpid}&subtype=partial_break`)).text;
  expect(second).toContain("Which parts are broken?");
  expect(second).toContain('data-minimum="50"');
});

test("a product that was changed is one product, as it is now, also by a link for the key that it had before", async () => {
  const { ctx, makeClaim } = await makeInsured();
  const [row] = await sql<{ cid: string; cpid: string }[]>`select cid, cpid from claims where id = ${await makeClaim()}`;
  const { cid: changed, cpid: first } = row ?? { cid: "", cpid: "" };
  const linkFor = async (settings: object) => {
    const { url } = await createForContract({ ...ctx, realTime: currentTime() }, changed, contractClaimLinkBody.parse(settings));
    return new URL(url).pathname.slice("/claim/".length);
  };
  const older = await linkFor({ language: "en", contract_product_id: first });
  const at = { ...ctx, now: new Date(noon("2027-01-10").getTime() + 60_000) };
  const { products } = await amend(at, changed, { products: { [first]: { user_name: "Grace Hopper" } } }, { preview: false });
  for (const token of [older, await linkFor({ language: "en" }), await linkFor({ language: "en", contract_product_id: first })]) {
    const { text } = await openPage(door.url, token);
    expect(text).toContain("What happened?");
    expect(text).toContain(`value="${products[first]?.replaced_by}"`);
    expect(text).not.toContain(first);
  }
});

test("a link of a contract that was cancelled since is gone, also for who has filled in the form", async () => {
  const { ctx, makeClaim } = await makeInsured();
  const [row] = await sql<{ cid: string; cpid: string }[]>`select cid, cpid from claims where id = ${await makeClaim()}`;
  const { cid: cancelled, cpid: never } = row ?? { cid: "", cpid: "" };
  const { url } = await createForContract({ ...ctx, realTime: currentTime() }, cancelled, contractClaimLinkBody.parse({}));
  const token = new URL(url).pathname.slice("/claim/".length);
  expect((await openPage(door.url, token)).status).toBe(200);
  await end({ ...ctx, now: noon("2027-01-10") }, cancelled, { reason: "Changed their mind." }, { preview: false });
  const { status, headers } = await declare(token, filled, `?product=${never}&subtype=partial_break`);
  expect({ status, location: headers.get("location") }).toEqual({ status: 303, location: `/claim/${token}?lang=fr` });
  const { status: after, text } = await openPage(door.url, token);
  expect({ after, text }).toEqual({ after: 404, text: expect.stringContaining("Ce lien ne fonctionne pas") as string });
});

// rules/claim-links.md#make-5
test("a declaration creates one draft, which the list of links names, and the page continues with its documents", async () => {
  const { id, token } = await makeContractLink({ language: "en", contract_product_id: cpid });
  expect((await declare(token)).status).toBe(303);
  const listed = (await listOfContract(insured.ctx, cid)).find((link) => link.id === id);
  const [claim] = await sql`select status, description, claim_at, insured, questions, cpid from claims where id = ${listed?.draftId ?? ""}`;
  expect(claim).toMatchObject({ status: "draft", description: filled.description, cpid, insured: { firstName: "Ada" } });
  expect(claim?.["questions"]).toMatchObject({
    "Quels éléments du matériel sont cassés ?": "The front wheel",
    "La réparation est-elle effectuée en externe ?": "true",
  });
  expect(await sql`select event_type, execution_id from events where subject_id = ${listed?.draftId ?? ""}`).toEqual([
    { eventType: "v2.claim.draft.created", executionId: id },
  ]);
  expect((await openPage(door.url, token)).text).toContain("Photo of the whole bike");
  expect((await declare(token)).status).toBe(303);
  expect(await sql`select 1 from events where execution_id = ${id}`).toHaveLength(1);
});

// rules/claim-links.md#make-5
test("a declaration sent twice at once creates one draft", async () => {
  const { id, token } = await makeContractLink();
  const answers = await Promise.all([declare(token), declare(token), declare(token)]);
  expect(answers.map(({ status }) => status)).toEqual([303, 303, 303]);
  expect(await sql`select 1 from events where execution_id = ${id}`).toHaveLength(1);
});

test.each<[string, Record<string, string>, RegExp]>([
  ["a description that is too short", { description: "I fell." }, /At least 50 characters are needed/],
  ["a description that is too long", { description: "I fell. ".repeat(700) }, /id="description-fault">This text is too long/],
  ["an answer that is missing", { "question-2": "" }, /id="question-2-fault">Required/],
  ["a date in the future", { day: "2099-01-01" }, /id="day-fault">This date is in the future/],
  ["a date before the cover", { day: "2001-01-01" }, /id="day-fault">This date is in the future, or the item was not covered/],
  ["no date", { day: "" }, /id="day-fault">Required/],
  ["a time that is none", { time: "99:99" }, /id="day-fault"/],
  ["an e-mail address that is none", { email: "ada" }, /id="email-fault"/],
  ["a name that is too long", { firstName: "A".repeat(20_000) }, /id="firstName-fault">This text is too long/],
])("%s is reported at its field, and the other answers stay", async (_name, changes, expected) => {
  const { token } = await makeContractLink({ language: "en" });
  const { status, text } = await declare(token, { ...filled, ...changes });
  expect(status).toBe(422);
  expect(text).toMatch(expected);
  expect(text).toContain('value="Martin"');
});

test("an empty declaration names each field that is missing, and leads to it", async () => {
  const { token } = await makeContractLink({ language: "en" });
  const { status, text } = await declare(token, { country: "FR" });
  expect(status).toBe(422);
  const [list = ""] = /role="alert">.*?<\/ul>/s.exec(text) ?? [];
  const fields = Array.from(list.matchAll(/<a href="#([^"]+)">[^<]+<\/a>: (?:Required|At least)/g), ([, name]) => name);
  expect(fields).toEqual(Object.keys(filled).filter((name) => name !== "country"));
  for (const name of fields) expect(text).toContain(`id="${name}"`);
});

test("a declaration with a NUL is refused, and declares nothing", async () => {
  const { id, token } = await makeContractLink();
  const { status, headers } = await declare(token, { ...filled, description: `${filled.description}\0` });
  expect({ status, location: headers.get("location") }).toEqual({ status: 303, location: expect.stringMatching(/error=other/) });
  expect(await sql`select 1 from events where execution_id = ${id}`).toEqual([]);
  const { text } = await openPage(door.url, token, new URL(headers.get("location") ?? "", door.url).search);
  expect(text).toContain("That did not work. Please try again.");
});

test("a declaration that is refused as a whole says so, and what was written stays", async () => {
  const { token } = await makeContractLink({ language: "en" });
  const detached = await sql`delete from renter_attachments where world_id = ${insured.ctx.world.id} returning *`;
  const { status, text } = await declare(token);
  await sql`insert into renter_attachments ${sql(detached)}`;
  expect(status).toBe(422);
  expect(text).toContain("That did not work. Please try again.");
  expect(text).toContain('value="Martin"');
  expect((await declare(token)).status).toBe(303);
});

test("the product of another contract cannot be chosen", async () => {
  const { token } = await makeContractLink();
  const { status, headers } = await declare(token, filled, "?product=cpid_01JD3W7Q8ZK5T9V0XR2M4N6P8A&subtype=partial_break");
  expect({ status, location: headers.get("location") }).toEqual({ status: 303, location: `/claim/${token}?lang=fr` });
});

test.each([
  ["69001", ["LYON-1ER-ARRONDISSEMENT"]],
  ["6900%00", []],
])("the cities of the zipcode %s are suggested", async (zipcode, cities) => {
  const { token } = await makeContractLink();
  const { status, text } = await openPage(door.url, token, `/cities?zipcode=${zipcode}`);
  expect({ status, text }).toEqual({ status: 200, text: JSON.stringify({ cities }) });
});

// rules/claim-links.md#make-4
test("a link for an unknown contract or product is refused with the contract's codes", async () => {
  const ctx = { ...insured.ctx, realTime: currentTime() };
  const codeOf = (error: unknown) => (error instanceof ApiError ? error.entry.code : error);
  const code = (of: string, settings: object) => createForContract(ctx, of, contractClaimLinkBody.parse(settings)).catch(codeOf);
  expect(await code("01JD3W7Q8ZK5T9V0XR2M4N6P8A", {})).toBe(1051);
  expect(await code(cid, { contract_product_id: "cpid_01JD3W7Q8ZK5T9V0XR2M4N6P8A" })).toBe(1330);
});
