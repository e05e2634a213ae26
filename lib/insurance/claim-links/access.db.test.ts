import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { sql } from "#db/client.ts";
import { bikePhoto, makeInsured } from "#e2e/documents/claims.ts";
import type { Insured } from "#e2e/documents/claims.ts";
import { openDoor } from "#e2e/documents/door.ts";
import { makeLink, openPage, sendFile } from "#e2e/documents/links.ts";
import type { OpenLink } from "#e2e/documents/links.ts";
import { flushSecurityEvents } from "#lib/account/security-events/note.ts";
import { hashToken, newToken } from "#lib/insurance/claim-links/create.ts";

let insured: Insured;
let door: Awaited<ReturnType<typeof openDoor>>;
let link: OpenLink;
beforeAll(async () => {
  [insured, door] = await Promise.all([makeInsured(), openDoor("192.0.2.9")]);
  link = await makeLink(insured, { return_url: "https://shop.example/claims" });
});
afterAll(() => door.close());

// rules/claim-links.md#open-1
test("a token has 160 bits, and only its hash is stored", async () => {
  expect(Buffer.from(link.token, "base64url")).toHaveLength(20);
  const [row] = await sql`select row_to_json(l)::text as all from claim_links l where id = ${link.id}`;
  expect(row?.["all"]).toContain(hashToken(link.token));
  expect(row?.["all"]).not.toContain(link.token);
});

describe("the page of a claim link", () => {
  test("is not cached or indexed, loads nothing from other sites, and sets no cookie", async () => {
    const { status, headers } = await openPage(door.url, link.token);
    expect(status).toBe(200);
    expect(headers.get("referrer-policy")).toBe("no-referrer");
    expect(headers.get("x-robots-tag")).toContain("noindex");
    expect(headers.get("cache-control")).toBe("no-store");
    expect(headers.get("x-frame-options")).toBe("DENY");
    expect(headers.getSetCookie()).toEqual([]);
    const policy = headers.get("content-security-policy") ?? "";
    expect(policy).toMatch(/^default-src 'none'; script-src 'nonce-[^']+'; style-src 'nonce-[^']+'; /);
    expect(policy).not.toContain("unsafe");
  });

  // rules/claim-links.md#open-4
  test("shows brand, model, date, description, requested documents and the first name, and nothing else of the claim", async () => {
    const [claim] = await sql<
      {
        insured: Record<string, string>;
        location: Record<string, string>;
        product: Record<string, string>;
        description: string;
        cid: string;
      }[]
    >`
      select insured, location, product, description, cid from claims where id = ${link.claim}`;
    if (claim === undefined) throw new Error("no claim");
    const { text } = await openPage(door.url, link.token, "?lang=en");
    for (const shown of [
      claim.product["brand"],
      claim.product["model"],
      claim.insured["firstName"],
      claim.description.slice(0, 20),
      "Photo of the whole bike",
    ]) {
      expect(text).toContain(shown);
    }
    const hidden = [
      claim.insured["lastName"],
      claim.insured["phoneNumber"],
      claim.insured["email"],
      claim.location["address"],
      claim.location["city"],
      claim.product["productMarked"],
      claim.cid,
      link.claim,
    ];
    for (const secret of hidden.filter((text_) => text_ !== undefined && text_ !== "")) expect(text).not.toContain(secret);
    expect(text).not.toMatch(/src=|https?:\/\/(?!shop\.example)/);
  });

  test("offers no uploaded file for download, at any address", async () => {
    const sent = await makeLink(insured);
    await sendFile(door.url, sent.token, bikePhoto);
    const [document] = await sql<{ id: string }[]>`select id from claim_documents where claim_id = ${sent.claim}`;
    const { text } = await openPage(door.url, sent.token);
    expect(text).not.toContain(document?.id);
    expect((await openPage(door.url, sent.token, `/documents/${document?.id ?? ""}`)).status).toBe(404);
    expect((await openPage(door.url, sent.token, "/documents")).status).toBe(405);
  });

  test("shows what a person wrote as text, whatever it contains", async () => {
    const claim = await insured.makeClaim({
      description: `<script>alert(1)</script> "quoted" & more text to be long enough, as it has to be.`,
    });
    const hostile = await makeLink(insured, {}, claim);
    const { text } = await openPage(door.url, hostile.token);
    expect(text).not.toContain("<script>alert");
    expect(text).toContain("&lt;script&gt;alert(1)&lt;/script&gt; &quot;quoted&quot; &amp; more");
  });

  test("sends its script without comments", async () => {
    const sent = await makeLink(insured);
    const script = /<script[^>]*>([^]*)<\/script>/.exec((await openPage(door.url, sent.token)).text)?.[1];
    expect(script).toContain("createImageBitmap");
    expect(script).not.toMatch(/^\s*\/[/*]/m);
  });

  // rules/claim-links.md#make-2
  test("is in the language of the link, and can be switched", async () => {
    const english = await makeLink(insured, { language: "en" });
    expect((await openPage(door.url, english.token)).text).toMatch(/<html lang="en">[\s\S]*Photo of the whole bike/);
    expect((await openPage(door.url, english.token, "?lang=fr")).text).toMatch(/<html lang="fr">[\s\S]*Photo du vélo dans son ensemble/);
    expect((await openPage(door.url, english.token, "?lang=de")).text).toContain('<html lang="en">');
  });

  // rules/claim-links.md#make-6
  test("records when the link was first opened and last seen, and not that a messenger previewed it", async () => {
    const fresh = await makeLink(insured);
    const read = async () => (await sql`select opened_at, last_seen_at from claim_links where id = ${fresh.id}`)[0];
    await openPage(door.url, fresh.token, "", { method: "HEAD" });
    expect((await read())?.["openedAt"]).toBeNull();
    const before = await read();
    for (const agent of ["WhatsApp/2.24.1 A", "Slackbot-LinkExpanding 1.0", "TelegramBot (like TwitterBot)", "facebookexternalhit/1.1"]) {
      expect((await openPage(door.url, fresh.token, "", { headers: { "user-agent": agent } })).status).toBe(200);
    }
    expect(await read()).toEqual(before);
    await openPage(door.url, fresh.token);
    const first = await read();
    expect(first?.["openedAt"]).not.toBeNull();
    await openPage(door.url, fresh.token);
    expect(await read()).toEqual(first);
  });
});

describe("a token that opens nothing", () => {
  // rules/claim-links.md#open-2
  test("gets the same answer, whether it is unknown, malformed, expired, revoked, or of a suspended partner", async () => {
    const [expired, revoked, suspended] = await Promise.all([
      makeLink(insured),
      makeLink(insured),
      makeInsured().then((other) => makeLink(other)),
    ]);
    await sql`update claim_links set created_at = now() - interval '1 hour', expires_at = now() where id = ${expired.id}`;
    await sql`update claim_links set revoked_at = now() where id = ${revoked.id}`;
    await sql`update partners set status = 'suspended' where id = (select partner_id from worlds w join claims c on c.world_id = w.id where c.id = ${suspended.claim})`;
    const answers = await Promise.all(
      [newToken(), "short", expired.token, revoked.token, suspended.token].map(async (token) => {
        const { status, text, headers } = await openPage(door.url, token);
        return { status, text: text.replaceAll(/nonce="[^"]+"/g, ""), names: [...headers.keys()] };
      }),
    );
    expect(answers[0]).toMatchObject({ status: 404, text: expect.stringContaining("Ce lien ne fonctionne pas") as string });
    for (const answer of answers) expect(answer).toEqual(answers[0]);
  });

  // rules/claim-links.md#open-3
  test("is refused after 20 attempts a minute from an address, while a working link continues; guesses are in the security log", async () => {
    const guessing = await openDoor("192.0.2.10");
    const statuses: number[] = [];
    for (let tried = 0; tried < 1000; tried += 50) {
      statuses.push(...(await Promise.all(Array.from({ length: 50 }, async () => (await openPage(guessing.url, newToken())).status))));
    }
    expect(statuses.filter((status) => status === 404)).toHaveLength(20);
    expect(statuses.filter((status) => status === 429)).toHaveLength(980);
    expect((await openPage(guessing.url, link.token)).status).toBe(200);
    await guessing.close();
    await flushSecurityEvents();
    expect(
      await sql`select subject, address, sum(count)::int as count from security_events where kind = 'linkUnknown' and address = '192.0.2.10' group by 1, 2`,
    ).toEqual([{ subject: "?", address: "192.0.2.10", count: 1000 }]);
  });

  test("is refused in the language of the page that is still open", async () => {
    const { id, token } = await makeLink(insured, { language: "en" });
    await sql`update claim_links set revoked_at = now() where id = ${id}`;
    const errorIn = async (query: string) =>
      (await openPage(door.url, token, `/documents${query}`, { method: "POST", headers: { accept: "application/json" } })).text;
    expect(await errorIn("?step=0&lang=en")).toBe(JSON.stringify({ error: "This link does not work" }));
    expect(await errorIn("?step=0&lang=fr")).toBe(JSON.stringify({ error: "Ce lien ne fonctionne pas" }));
  });

  test("accepts nothing at any address below it", async () => {
    for (const path of ["/documents", "/declaration", "/submission"]) {
      const { status, headers } = await openPage(door.url, newToken(), path, { method: "POST", headers: { accept: "application/json" } });
      expect({ path, status }).toEqual({ path, status: 404 });
      expect(headers.get("referrer-policy")).toBe("no-referrer");
    }
    expect((await openPage(door.url, newToken(), "/cities?zipcode=75002")).status).toBe(404);
  });
});

test("a link sends nothing to another claim", async () => {
  const [mine, theirs] = await Promise.all([makeLink(insured), makeLink(await makeInsured())]);
  await sendFile(door.url, theirs.token, bikePhoto);
  expect(await sql`select claim_id from claim_documents where claim_id = any(${[mine.claim, theirs.claim]})`).toEqual([
    { claimId: theirs.claim },
  ]);
});

test("the page weighs less than 100 kB with all that it needs before the first tap", async () => {
  const response = await fetch(`${door.url}/claim/${link.token}`, { headers: { "accept-encoding": "identity" } });
  const bytes = (await response.arrayBuffer()).byteLength;
  expect(bytes).toBeLessThan(100_000);
});
