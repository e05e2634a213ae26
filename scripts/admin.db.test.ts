import { randomUUID } from "node:crypto";
import { rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { sql } from "#db/client.ts";
import { choosePassword } from "#lib/account/users/passwords.ts";
import { signIn } from "#lib/account/users/sign-in.ts";
import { requestDetails } from "#lib/account/users/users.fixture.ts";
import { identify } from "#lib/api/authenticate.ts";
import { sampleClaim } from "#lib/insurance/claims/claim.fixture.ts";
import { insertSampleClaim } from "#lib/insurance/claims/claims.fixture.ts";
import { runAdmin } from "#scripts/admin/run.ts";

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

async function isAccepted(key: string): Promise<boolean> {
  return (await identify(key, new Date())).error === undefined;
}

interface Created {
  id: string;
  developmentKey: string;
  productionKey: string;
}

const rentalCompany = [
  ...["--company-name", "Cycles d'Essai", "--first-name", "Ada", "--last-name", "Martin", "--email", "ada@essai.example"],
  ...[
    "--phone-number",
    "+33100000000",
    "--address",
    "1 rue d'Essai",
    "--zipcode",
    "75002",
    "--city",
    "PARIS-2EME-ARRONDISSEMENT",
    "--country",
    "FR",
  ],
];

describe("the admin command", () => {
  test("moves the clock of a partner's sandbox forward and back, and prints text or JSON", async () => {
    const { id } = await answer<Created>("create-partner", "Essai Horloge");
    const moved = await answer<{ offset_seconds: number; moved: boolean }>("clock", "Essai Horloge", "--advance", "P2D");
    expect(moved).toMatchObject({ offset_seconds: 172_800, moved: true, catching_up: null });
    const [entry] = await sql`select action from audit_entries where subject_id = ${id} order by id desc limit 1`;
    expect(entry).toEqual({ action: "sandbox.clockMoved" });
    expect(await admin("clock", id, "--advance", "two days")).toMatchObject({
      code: 2,
      error: expect.stringContaining("advance") as string,
    });
    expect((await admin("clock", id, "--back")).out).toContain("back in the real time");
    expect(await answer("clock", id)).toMatchObject({ offset_seconds: 0, moved: false });
  });

  test("creates a partner whose keys are accepted, with the given settings", async () => {
    const { id, developmentKey, productionKey } = await answer<Created>(
      "create-partner",
      "Essai Un",
      "--feature",
      "client_theft",
      "product_dates",
      "--open-contracts",
      "5",
    );
    for (const [key, environment] of [
      [developmentKey, "development"],
      [productionKey, "production"],
    ] as const) {
      const { known, error } = await identify(key, new Date());
      expect(error).toBeUndefined();
      expect(known).toMatchObject({
        world: { partnerId: id, environment },
        partner: { features: ["client_theft", "product_dates"], openContractsLimit: 5 },
        requestsPerMinute: 600,
      });
    }
  });

  test("set changes only the named settings", async () => {
    const { id } = await answer<Created>("create-partner", "Essai Deux", "--feature", "client_theft", "--open-contracts", "5");
    const changed = await answer(
      "set",
      "Essai Deux",
      "--enable",
      "bulk_renewals",
      "--disable",
      "client_theft",
      "--requests-per-minute",
      "1200",
      "--open-contracts",
      "none",
      "--status",
      "suspended",
      "--reason",
      "unpaid",
    );
    expect(changed).toMatchObject({
      id,
      name: "Essai Deux",
      status: "suspended",
      features: ["bulk_renewals"],
      requestsPerMinute: 1200,
      openContractsLimit: null,
    });
    expect(await answer("set", id, "--status", "active", "--reason", "paid")).toMatchObject({
      status: "active",
      features: ["bulk_renewals"],
      requestsPerMinute: 1200,
      tariffId: null,
    });
    expect(await answer<{ name: string }[]>("list-partners")).toContainEqual(expect.objectContaining({ id, requestsPerMinute: 1200 }));
  });

  test("attaches a registered renter to one environment and detaches it, with an audit entry", async () => {
    await answer("create-partner", "Essai Trois");
    await answer("register-renter", "cycles-d-essai", ...rentalCompany, "--contract-types", "LCD", "--product-types", "bike", "sports");
    await answer("attach-renter", "Essai Trois", "production", "cycles-d-essai");
    expect(await answer("show-partner", "Essai Trois")).toMatchObject({
      renters: { development: ["velos-d-essai"], production: ["cycles-d-essai"] },
    });
    await answer("detach-renter", "Essai Trois", "production", "cycles-d-essai", "--reason", "sold");
    expect(await answer("show-partner", "Essai Trois")).toMatchObject({ renters: { development: ["velos-d-essai"], production: [] } });
    const entries = await sql`select action, reason from audit_entries where subject_id = 'cycles-d-essai' order by id`;
    expect([...entries]).toEqual([
      { action: "renter.registered", reason: null },
      { action: "renter.opened", reason: null },
      { action: "renter.attached", reason: null },
      { action: "renter.detached", reason: "sold" },
    ]);
    const [renter] = await sql`select contract_types, product_types, company ->> 'city' as city from renters where uid = 'cycles-d-essai'`;
    expect(renter).toEqual({ contractTypes: ["LCD"], productTypes: ["bike", "sports"], city: "PARIS-2EME-ARRONDISSEMENT" });
  });

  test("regenerates a key, which replaces the old one at once or after the overlap", async () => {
    const { developmentKey, productionKey } = await answer<Created>("create-partner", "Essai Quatre");
    const atOnce = await answer<{ key: string }>(
      "regenerate-key",
      "Essai Quatre",
      "development",
      "--overlap",
      "0",
      "--reason",
      "published by mistake",
    );
    const later = await answer<{ key: string }>(
      "regenerate-key",
      "Essai Quatre",
      "production",
      "--overlap",
      "24",
      "--reason",
      "yearly change",
    );
    expect(await Promise.all([developmentKey, atOnce.key, productionKey, later.key].map(isAccepted))).toEqual([false, true, true, true]);
    const tomorrow = new Date(Date.now() + 25 * 3_600_000);
    expect((await identify(productionKey, tomorrow)).error?.entry.code).toBe(9002);
  });

  test("revokes a key, which is then refused, with an audit entry of who and why", async () => {
    const { id, developmentKey } = await answer<Created>("create-partner", "Essai Cinq");
    const keys = await answer<{ id: string; environment: string }[]>("list-keys", id);
    const keyId = keys.find(({ environment }) => environment === "development")?.id ?? "";
    await answer("revoke-key", keyId, "--reason", "found in a repository");
    expect(await isAccepted(developmentKey)).toBe(false);
    const entries =
      await sql`select actor ->> 'name' as name, reason from audit_entries where subject_id = ${keyId} and action = 'key.revoked'`;
    expect([...entries]).toEqual([{ name: "Ada", reason: "found in a repository" }]);
  });

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
    expect((await admin("list-staff")).out).toMatch(new RegExp(String.raw`^${email} +Grace Hopper +support +active +no `, "m"));
    await answer("suspend-user", email, "--reason", "Has left");
    const proof = { email, password: "lanterns over lisbon" };
    expect((await signIn(proof, at)).outcome).toBe("refused");
    expect((await admin("list-staff")).out).toMatch(new RegExp(String.raw`^${email} .* suspended`, "m"));
    await answer("reactivate-user", email, "--reason", "Is back");
    expect((await signIn(proof, at)).outcome).toBe("signedIn");
    const entries = await sql`select action, actor ->> 'name' as name from audit_entries where subject_id = ${invited.userId} order by id`;
    expect(entries).toContainEqual({ action: "user.invited", name: "Ada" });
    expect(entries).toContainEqual({ action: "user.linkRenewed", name: "Ada" });
    expect(await admin("invite-staff", email, "--name", "Grace", "--role", "owner")).toMatchObject({ code: 2 });
    expect(await admin("invite-staff", "nobody", "--name", "Grace", "--role", "support")).toMatchObject({ code: 2 });
    expect(await admin("renew-link", "nobody@people.example", "--reason", "lost")).toMatchObject({ code: 1 });
  });

  // rules/authority.md#links-2
  test("invites a partner's owner, whose link is printed where no e-mail is sent", async () => {
    const { id } = await answer<Created>("create-partner", "Essai Lien");
    const email = `${randomUUID()}@people.example`;
    const { link } = await answer<{ link: string }>("invite-user", "Essai Lien", email, "--name", "Grace Hopper", "--role", "owner");
    expect(link).toMatch(/\/password\/[\w-]{43}$/);
    expect([...(await sql`select role, partner_id from users where email = ${email}`)]).toEqual([{ role: "owner", partnerId: id }]);
    expect(await admin("invite-user", "Essai Lien", email, "--name", "Grace", "--role", "support")).toMatchObject({ code: 2 });
  });

  test("masks listed keys", async () => {
    const { id, developmentKey, productionKey } = await answer<Created>("create-partner", "Essai Six");
    for (const format of [[], ["--json"]]) {
      const { out } = await admin(...format, "list-keys", id);
      expect(out).toContain(developmentKey.slice(0, 11));
      expect(out).not.toContain(developmentKey.slice(0, 12));
      expect(out).not.toContain(productionKey.slice(0, 13));
    }
  });

  test.for([
    { error: "a taken name", args: ["create-partner", "Essai Sept"], code: 1, sentence: "There is a partner named Essai Sept already." },
    { error: "an unknown partner", args: ["show-partner", "Personne"], code: 1, sentence: "There is no partner Personne." },
    {
      error: "an unknown tariff",
      args: ["set", "Essai Sept", "--tariff", "trf_none", "--reason", "agreed"],
      code: 1,
      sentence: "Tariff: there is none with the id trf_none.",
    },
    {
      error: "an unknown renter",
      args: ["attach-renter", "Essai Sept", "production", "personne"],
      code: 1,
      sentence: "There is no renter personne: register it first.",
    },
    {
      error: "a key that is not there",
      args: ["revoke-key", "key_none", "--reason", "x"],
      code: 1,
      sentence: "There is no key key_none that could be revoked: it is unknown or was revoked before.",
    },
    {
      error: "a limit of nothing",
      args: ["set", "Essai Sept", "--requests-per-minute", "0", "--reason", "x"],
      code: 2,
      sentence: "requests-per-minute: Too small: expected number to be >=1.",
    },
    {
      error: "a reason that is too long",
      args: ["set", "Essai Sept", "--requests-per-minute", "9", "--reason", "x".repeat(501)],
      code: 2,
      sentence: "reason: Too big: expected string to have <=500 characters.",
    },
    {
      error: "a reason that is too long for a key",
      args: ["revoke-key", "key_none", "--reason", "x".repeat(501)],
      code: 2,
      sentence: "reason: Too big: expected string to have <=500 characters.",
    },
    {
      error: "no reason",
      args: ["regenerate-key", "Essai Sept", "production", "--overlap", "0"],
      code: 2,
      sentence: "Required option '--reason <sentence>' not specified.",
    },
    {
      error: "an empty reason",
      args: ["regenerate-key", "Essai Sept", "production", "--overlap", "0", "--reason", " "],
      code: 2,
      sentence: "Option '--reason <sentence>' argument ' ' is invalid. It is empty.",
    },
    {
      error: "an overlap that is not offered",
      args: ["regenerate-key", "Essai Sept", "production", "--overlap", "2", "--reason", "x"],
      code: 2,
      sentence: "Option '--overlap <hours>' argument '2' is invalid. Allowed choices are 0, 1, 24, 168.",
    },
    {
      error: "nobody to erase",
      args: ["erase-person", "--reason", "Request 17"],
      code: 2,
      sentence: "name an e-mail address, a phone number, a name or a contract.",
    },
    { error: "an unknown command", args: ["drop-everything"], code: 2, sentence: "Unknown command 'drop-everything'." },
  ])("explains $fault in one sentence", async ({ args, code, sentence }) => {
    await admin("create-partner", "Essai Sept");
    expect(await admin(...args)).toEqual({ code, out: "", error: sentence });
    expect(await admin("--json", ...args)).toEqual({ code, out: "", error: JSON.stringify({ error: sentence }) });
  });
});

describe("the tariff command", () => {
  const path = join(tmpdir(), `${randomUUID()}.csv`);
  afterAll(() => rmSync(path, { force: true }));

  // rules/prices.md#lists-6
  test("exports a version, checks and simulates the file, and publishes it for a day to come", async () => {
    const { versions } = await answer<{ versions: { id: string; name: string; state: string }[] }>("tariff", "list");
    const version = versions.find(({ name, state }) => name === "public" && state === "inForce");
    const { file } = await answer<{ file: string }>("tariff", "export", version?.id ?? "", "--format", "csv");
    writeFileSync(path, file.replace("tax_rate,0.09", "tax_rate,9"));
    expect((await admin("tariff", "check", path)).error).toContain("ine 31: 9 must be from 0 to 1.");
    const name = `List ${randomUUID()}`;
    writeFileSync(path, file.replace("name,public", `name,${name}`).replace("tax_rate,0.09", "tax_rate,0.1"));
    expect(await answer("tariff", "check", path)).toMatchObject({ changes: [{ path: "tax_rate", before: 0.09, after: 0.1 }] });
    expect(await answer("tariff", "simulate", path)).toMatchObject({ contracts: 0, beforeCents: 0, afterCents: 0 });
    const publishing = ["tariff", "publish", path, "--reason", "Yearly revision", "--effective"];
    expect((await admin(...publishing, "2026-01-01T00:00:00Z")).error).toContain("at the earliest");
    const published = await answer<{ id: string }>(...publishing, "2099-01-01T00:00:00+01:00");
    expect(published).toMatchObject({ name, effectiveFrom: "2098-12-31T23:00:00.000Z" });
    const withdrawing = ["tariff", "withdraw", published.id, "--reason", "A wrong figure"];
    expect(await answer(...withdrawing)).toMatchObject({ id: published.id, name });
    expect((await admin(...withdrawing)).error).toContain("withdrawn before");
    expect(await admin("tariff", "check", "/nowhere.csv")).toMatchObject({
      code: 2,
      error: expect.stringContaining("no such file") as string,
    });
  });
});

describe("the claim command", () => {
  test("plays a claim from its takeover to its payment by the rules, as the named user", async () => {
    const { id: partnerId } = await answer<Created>("create-partner", "Essai Sinistres");
    const [world] = await sql<{ id: number }[]>`select id from worlds where partner_id = ${partnerId} and environment = 'production'`;
    const claim = await insertSampleClaim(world?.id ?? 0);
    const [first, second] = claim.documents.map((document) => document.id) as [string, string];
    const move = (name: string, ...given: string[]) => answer<{ status: string }>("claim", name, claim.claimId ?? "", ...given);

    expect(await answer("claim", "list", "--partner", "Essai Sinistres")).toMatchObject([{ id: claim.id, status: "submitted" }]);
    expect(await move("take-over")).toMatchObject({ status: "in_progress" });
    await move("accept", first);
    await move("recheck", first);
    await move("accept", first);
    await move("refuse", second, "--reason", "Blurred", "--ask-again");
    expect(await move("take-over")).toMatchObject({ status: "in_progress" });
    expect(await move("request-document", "--type", "Facture")).toMatchObject({ status: "pending_info" });
    await move("take-over");
    await move("approve", "--amount", "120.50", "--reason", "The photo is known");
    await move("charge", "--amount", "50", "--reason", "Deductible");
    await move("note", "On its way.");
    const settlementOf = async (type: string) => {
      const shown = await answer<{ claim: { settlements: { id: string; type: string }[] } }>("claim", "show", claim.id);
      return shown.claim.settlements.findLast((settlement) => settlement.type === type)?.id ?? "";
    };
    await move("cancel-settlement", await settlementOf("charge"), "--reason", "Waived");
    expect(await move("execute", await settlementOf("refund"))).toMatchObject({ status: "closed" });
    expect(await move("return", await settlementOf("refund"), "--reason", "Account closed")).toMatchObject({ status: "in_progress" });
    await move("cancel-settlement", await settlementOf("refund"), "--reason", "Paid in cash");
    expect(await move("reject", "--reason", "Fraud")).toMatchObject({ status: "rejected" });
    expect(await move("reopen", "--reason", "An error")).toMatchObject({ status: "in_progress" });

    const entries = await sql<{ name: string; action: string }[]>`
      select actor ->> 'name' as name, action from audit_entries where subject_id = ${claim.id} order by id`;
    expect(entries.map(({ action }) => action.slice("claim.".length))).toEqual([
      ...[
        "takenOver",
        "documentAccepted",
        "documentRechecked",
        "documentAccepted",
        "documentRefused",
        "takenOver",
        "documentRequested",
        "takenOver",
        "refundApproved",
        "charged",
      ],
      ...["noted", "settlementCancelled", "paymentExecuted", "paymentReturned", "settlementCancelled", "rejected", "reopened"],
    ]);
    expect(new Set(entries.map(({ name }) => name))).toEqual(new Set(["Ada"]));
    const shown = await admin("claim", "show", claim.id);
    expect(shown.out).toContain("120.50");
  });

  test("prints nothing of a partner's texts that would steer the terminal", async () => {
    await answer("create-partner", "Essai Terminal");
    const [world] = await sql<{ id: number }[]>`
      select w.id from worlds w join partners p on p.id = w.partner_id where p.name = 'Essai Terminal' and environment = 'production'`;
    const product = { ...sampleClaim().product, brand: "Lapierre\u001B]0;owned\u0007\u001B[2J", model: "e\r\n\u009B31mSensium" };
    const claim = await insertSampleClaim(world?.id ?? 0, { product });
    const { out } = await admin("claim", "show", claim.id);
    expect(out).toMatch(/^product: +Lapierre .*Sensium$/m);
    expect(out.replaceAll("\n", "")).not.toMatch(/\p{Cc}/u);
  });

  test.each([
    [["claim", "approve", "CLM-1", "--amount", "1.005"], 2, "amount"],
    [["claim", "reject", "CLM-1"], 2, "--reason"],
    [["claim", "take-over", "CLM-0"], 1, "claim does not exist"],
  ])("%j is refused", async (given, code, says) => {
    const outcome = await admin(...given);
    expect(outcome.code).toBe(code);
    expect(outcome.error).toContain(says);
  });
});
