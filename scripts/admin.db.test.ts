import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { sql } from "#db/client.ts";
import { makePartner } from "#e2e/api/world.ts";
import { choosePassword } from "#lib/account/users/passwords.ts";
import { operatorContext } from "#lib/account/users/roles.ts";
import { signIn } from "#lib/account/users/sign-in.ts";
import { requestDetails } from "#lib/account/users/users.fixture.ts";
import { openForPartner } from "#lib/insurance/renters/attach.ts";
import { register } from "#lib/insurance/renters/register.ts";
import { sampleCompany } from "#lib/insurance/renters/renter.fixture.ts";
import { runAdmin } from "#scripts/admin/program.ts";

interface Outcome {
  code: number;
  out: string;
  error: string;
}

async function admin(...args: string[]): Promise<Outcome> {
  const said = { out: "", error: "" };
  const code = await runAdmin(args, {
    // That of the tests is open already.
    withDatabase: (work) => work(),
    print: (text) => (said.out += text),
    complain: (text) => (said.error += text),
  });
  return { code, ...said };
}

async function answer<Data>(...args: string[]): Promise<Data> {
  const { code, out, error } = await admin("--json", "--as", "Ada", ...args);
  expect({ code, error }).toEqual({ code: 0, error: "" });
  return JSON.parse(out) as Data;
}

test("invites the operator's first user, who can sign in, and makes a new link", async () => {
  const email = `${randomUUID()}@people.example`;
  const tokenOf = ({ link }: { link: string }) => new URL(link).pathname.replace("/password/", "");
  const at = { ...requestDetails(), now: new Date() };
  const choose = (link: { link: string }, password: string) => choosePassword({ token: tokenOf(link), password }, at);
  const invited = await answer<{ userId: string; link: string }>("invite-staff", email, "--name", "Grace Hopper", "--role", "support");
  await choose(invited, "four unrelated short words");
  expect(await signIn({ email, password: "four unrelated short words" }, at)).toMatchObject({ userId: invited.userId });
  const renewed = await answer<{ link: string }>("renew-link", email, "--reason", "Forgotten; called back");
  await expect(choose(invited, "lanterns over lisbon")).rejects.toMatchObject({ key: "linkSpent" });
  await choose(renewed, "lanterns over lisbon");
  expect((await signIn({ email, password: "lanterns over lisbon" }, at)).outcome).toBe("signedIn");
  const entries = await sql`select action, actor ->> 'name' as name from audit_entries where subject_id = ${invited.userId} order by id`;
  expect(entries).toContainEqual({ action: "user.invited", name: "Ada" });
  expect(entries).toContainEqual({ action: "user.linkRenewed", name: "Ada" });
  expect(await admin("invite-staff", email, "--name", "Grace", "--role", "owner")).toMatchObject({ code: 2 });
  expect(await admin("invite-staff", "nobody", "--name", "Grace", "--role", "support")).toMatchObject({ code: 2 });
});

// rules/authority.md#links-2
test("invites a partner's owner, whose link is printed if no e-mail is sent", async () => {
  const { id } = await makePartner();
  const email = `${randomUUID()}@people.example`;
  const { link } = await answer<{ link: string }>("invite-user", id, email, "--name", "Grace Hopper", "--role", "owner");
  expect(link).toMatch(/\/password\/[\w-]{43}$/);
  expect([...(await sql`select role, partner_id from users where email = ${email}`)]).toEqual([{ role: "owner", partnerId: id }]);
  expect(await admin("invite-user", id, email, "--name", "Grace", "--role", "support")).toMatchObject({ code: 2 });
});

test("closes a renter that a partner may attach, as the named person and with the reason", async () => {
  const { id } = await makePartner();
  const uid = randomUUID();
  const operator = operatorContext("Ada", new Date());
  await register(operator, { uid, company: sampleCompany });
  await openForPartner(operator, { partnerId: id, uid });
  expect(await answer("close-renter", id, uid, "--reason", "sold")).toEqual({ partnerId: id, uid });
  expect([...(await sql`select 1 from renter_openings where renter_uid = ${uid}`)]).toEqual([]);
  const [entry] =
    await sql`select actor ->> 'name' as name, reason from audit_entries where subject_id = ${uid} and action = 'renter.closed'`;
  expect(entry).toEqual({ name: "Ada", reason: "sold" });
});

test.for([
  {
    error: "an unknown user",
    args: ["renew-link", "no@people.example", "--reason", "x"],
    code: 1,
    sentence: "There is no user no@people.example.",
  },
  {
    error: "an unknown partner",
    args: ["close-renter", "Personne", "x", "--reason", "x"],
    code: 1,
    sentence: "There is no partner Personne.",
  },
  {
    error: "a reason that is too long",
    args: ["renew-link", "no@people.example", "--reason", "x".repeat(501)],
    code: 2,
    sentence: "reason: Too big: expected string to have <=500 characters.",
  },
  {
    error: "no reason",
    args: ["renew-link", "no@people.example"],
    code: 2,
    sentence: "Required option '--reason <sentence>' not specified.",
  },
  {
    error: "an empty reason",
    args: ["renew-link", "no@people.example", "--reason", " "],
    code: 2,
    sentence: "Option '--reason <sentence>' argument ' ' is invalid. It is empty.",
  },
  {
    error: "nobody to erase",
    args: ["erase-person", "--reason", "Request 17"],
    code: 2,
    sentence: "name an e-mail address, a phone number, a name or a contract.",
  },
  { error: "an unknown command", args: ["drop-everything"], code: 2, sentence: "Unknown command 'drop-everything'." },
])("explains $error in one sentence", async ({ args, code, sentence }) => {
  expect(await admin(...args)).toEqual({ code, out: "", error: sentence });
  expect(await admin("--json", ...args)).toEqual({ code, out: "", error: JSON.stringify({ error: sentence }) });
});
