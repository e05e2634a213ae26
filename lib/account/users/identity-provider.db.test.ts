import { createHash, createHmac, generateKeyPairSync, randomUUID, sign } from "node:crypto";
import NextAuth from "next-auth";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { buildAuthOptions } from "#app/_session/auth-options.ts";
import { sql } from "#db/client.ts";
import { changeUser } from "#lib/account/users/administration.ts";
import { deviceCookie, pendingCookie, returnCookie, sessionCookie } from "#lib/account/users/cookies.ts";
import { asStaff, findAt, makeUser, requestDetails } from "#lib/account/users/users.fixture.ts";
import { receive } from "#lib/delivery/webhooks/receiver.fixture.ts";
import type { LoopbackReceiver } from "#lib/delivery/webhooks/receiver.fixture.ts";
import { makePartner } from "#lib/insurance/renters/world.fixture.ts";

const clientId = "covergate";
const clientSecret = "a secret between the two";
const { publicKey, privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
const { privateKey: anothers } = generateKeyPairSync("rsa", { modulusLength: 2048 });
const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString("base64url");

/** The provider's claims about the user; undefined leaves one out. */
type Claims = Record<string, unknown>;

/** How a token is signed. */
interface Signer {
  alg: string;
  sign(parts: string): Buffer;
}
const provided: Signer = { alg: "RS256", sign: (parts) => sign("sha256", Buffer.from(parts), privateKey) };

/** An OpenID provider that accepts everybody and asserts the given claims. */
async function openProvider(
  claims: Claims,
  signer = provided,
  /** The issuer that it says it is; else the address at which it is found. */
  named?: string,
): Promise<LoopbackReceiver & { authorize(url: URL): Record<string, string> }> {
  const grants = new Map<string, URLSearchParams>();
  const provider = await receive((response, { url }) => {
    const issuer = `http://127.0.0.1:${provider.port}`;
    const answers: Record<string, () => object> = {
      "/.well-known/openid-configuration": () => ({
        issuer: named ?? issuer,
        authorization_endpoint: `${issuer}/authorize`,
        token_endpoint: `${issuer}/token`,
        jwks_uri: `${issuer}/jwks`,
      }),
      "/jwks": () => ({ keys: [{ ...publicKey.export({ format: "jwk" }), use: "sig", alg: "RS256" }] }),
      "/token": () => {
        const sent = new URLSearchParams(provider.requests.at(-1)?.body.toString());
        const grant = grants.get(sent.get("code") ?? "");
        const challenge = createHash("sha256")
          .update(sent.get("code_verifier") ?? "")
          .digest("base64url");
        if (grant?.get("code_challenge") !== challenge) return { error: "invalid_grant" };
        const seconds = Math.floor(Date.now() / 1000);
        const said = {
          iss: named ?? issuer,
          aud: clientId,
          iat: seconds,
          exp: seconds + 60,
          nonce: grant.get("nonce"),
          sub: "subject",
          ...claims,
        };
        const signed = `${encode({ alg: signer.alg })}.${encode(said)}`;
        const signature = signer.sign(signed).toString("base64url");
        return { access_token: "opens nothing", token_type: "Bearer", id_token: `${signed}.${signature}` };
      },
    };
    const answer = answers[url ?? ""]?.() ?? { error: "not_found" };
    response.writeHead("error" in answer ? 400 : 200, { "content-type": "application/json" }).end(JSON.stringify(answer));
  });
  return {
    ...provider,
    authorize(url) {
      const code = randomUUID();
      grants.set(code, url.searchParams);
      return { code, state: url.searchParams.get("state") ?? "" };
    },
  };
}

/** A browser that keeps cookies and follows next-auth's redirects. */
function openBrowser(provider: LoopbackReceiver) {
  const cookies: Record<string, string> = {};
  const settings = { issuer: `http://127.0.0.1:${provider.port}/`, clientId, clientSecret };
  const options = {
    ...buildAuthOptions(
      {
        readRequestDetails: async () => ({ ...requestDetails(), now: new Date(), address: "192.0.2.44" }),
        readReturnAddress: async () => cookies[returnCookie],
        keepPending: async (token) => void (cookies[pendingCookie] = token),
        rememberDevice: async (userId) => void (cookies[deviceCookie] = userId),
      },
      settings,
    ),
    logger: { error: () => undefined, warn: () => undefined, debug: () => undefined },
  };
  async function ask(
    method: string,
    action: string[],
    { query = {}, body = {} }: { query?: Record<string, string>; body?: Record<string, string> },
  ) {
    const headers: Record<string, string | string[]> = {};
    let answer: unknown;
    const response = {
      status: () => response,
      setHeader(name: string, value: string | string[]) {
        headers[name.toLowerCase()] = value;
        return response;
      },
      getHeader: (name: string) => headers[name.toLowerCase()],
      send: (sent: unknown) => (answer = sent),
      json: (sent: unknown) => (answer = sent),
      end: () => undefined,
    };
    const request = { method, query: { nextauth: action, ...query }, body, cookies, headers: { host: "covergate.test" } };
    await NextAuth(request as never, response as never, options);
    for (const cookie of [headers["set-cookie"] ?? []].flat()) {
      const [pair = ""] = cookie.split(";");
      const name = pair.slice(0, pair.indexOf("="));
      cookies[name] = decodeURIComponent(pair.slice(name.length + 1));
    }
    return { answer: answer as Record<string, string>, location: String(headers["location"] ?? "") };
  }
  return {
    /** Goes to the provider; returns the address of the redirect. */
    async leave(): Promise<URL> {
      const { csrfToken = "" } = (await ask("GET", ["csrf"], {})).answer;
      const { answer } = await ask("POST", ["signin", "oidc"], { body: { csrfToken, callbackUrl: "/", json: "true" } });
      return new URL(answer["url"] ?? "");
    },
    /** Returns from the provider; returns the page of the last redirect. */
    async comeBack(query: Record<string, string>): Promise<string> {
      const { location } = await ask("GET", ["callback", "oidc"], { query });
      const { pathname, searchParams } = new URL(location, "http://covergate.test");
      if (pathname !== "/api/auth/error") return location;
      return (await ask("GET", ["error"], { query: Object.fromEntries(searchParams) })).location;
    },
    session: () => findAt(cookies[sessionCookie], new Date()),
  };
}

let provider: Awaited<ReturnType<typeof openProvider>> | undefined;
let email = "";

beforeEach(() => {
  email = `${randomUUID()}@people.example`;
});
afterEach(async () => {
  await provider?.close();
  provider = undefined;
});

async function signInWith(claims: Claims, signer = provided) {
  provider = await openProvider(claims, signer);
  const browser = openBrowser(provider);
  const location = await browser.comeBack(provider.authorize(await browser.leave()));
  return { browser, location };
}

describe("sign-in by an identity provider", () => {
  test("requests the e-mail address only, with PKCE, state and nonce", async () => {
    provider = await openProvider({});
    const { origin, pathname, searchParams } = await openBrowser(provider).leave();
    expect(`${origin}${pathname}`).toBe(`http://127.0.0.1:${provider.port}/authorize`);
    expect(Object.fromEntries(searchParams)).toMatchObject({
      scope: "openid email",
      client_id: clientId,
      response_type: "code",
      code_challenge_method: "S256",
      redirect_uri: expect.stringMatching(/\/api\/auth\/callback\/oidc$/) as string,
      state: expect.stringMatching(/.{20}/) as string,
      nonce: expect.stringMatching(/.{20}/) as string,
    });
  });

  // rules/authority.md#signin-5
  test("opens a session of the user with the verified address, and records how and from where", async () => {
    const user = await makeUser("support");
    const { browser, location } = await signInWith({ email: user.email.toUpperCase(), email_verified: true });
    expect(location).not.toContain("error");
    expect(await browser.session()).toMatchObject({ user: { id: user.id } });
    const [entry] = await sql`
      select address, details from audit_entries where subject_id = ${user.id} and action = 'user.signedIn'`;
    expect(entry).toEqual({ address: "192.0.2.44", details: { by: "identity provider" } });
  });

  test("of a user with a second factor leads to the second step, which remembers the requested page", async () => {
    const user = await makeUser("support");
    await sql`
      insert into passkeys (id, user_id, name, public_key, counter, transports, is_synced, created_at)
      values (${`passkey of ${user.id}`}, ${user.id}, 'laptop', '', 0, '{}', false, now())`;
    const { browser, location } = await signInWith({ email: user.email, email_verified: true });
    expect(location).toBe("/sign-in?from=%2F");
    expect(await browser.session()).toBeUndefined();
    expect(await sql`select from pending_sign_ins where user_id = ${user.id}`).toHaveLength(1);
  });

  test.each([
    ["vouches for nobody of ours", {}],
    ["does not say that the address is verified", { email_verified: undefined }],
    ["says that it is not", { email_verified: false }],
    ["says it otherwise than the standard does", { email_verified: "true" }],
    ["names no address", { email: undefined }],
  ])("is refused if it %s", async (_case, changes) => {
    const known = await makeUser("support");
    const isStranger = Object.keys(changes).length === 0;
    const { browser, location } = await signInWith({ email: isStranger ? email : known.email, email_verified: true, ...changes });
    expect(location).toMatch(/\/sign-in\?.*error=AccessDenied/);
    expect(await browser.session()).toBeUndefined();
  });

  test("is refused to a disabled user", async () => {
    const user = await makeUser("support");
    await changeUser(asStaff, user.id, { disabled: true, reason: "asked by phone" });
    const { browser, location } = await signInWith({ email: user.email, email_verified: true });
    expect(location).toMatch(/\/sign-in\?.*error=AccessDenied/);
    expect(await browser.session()).toBeUndefined();
  });

  test("shows a user whose partner is suspended so on the sign-in page", async () => {
    const { id } = await makePartner();
    const user = await makeUser({ role: "owner", partnerId: id });
    await sql`update partners set status = 'suspended' where id = ${id}`;
    const { browser, location } = await signInWith({ email: user.email, email_verified: true });
    expect(location).toMatch(/\/sign-in\?.*error=PartnerSuspended/);
    expect(await browser.session()).toBeUndefined();
  });

  test.each([
    ["a token for somebody else's client", { aud: "another" }],
    ["a token of another issuer", { iss: "https://elsewhere.example" }],
    ["a token for another sign-in", { nonce: "another" }],
    ["a token that is over", { exp: 1_000_000_000 }],
  ])("is refused with %s", async (_case, claims) => {
    const user = await makeUser("support");
    const { browser, location } = await signInWith({ email: user.email, email_verified: true, ...claims });
    expect(location).toContain("error=");
    expect(await browser.session()).toBeUndefined();
  });

  test.each<[string, Signer]>([
    ["another's key", { alg: "RS256", sign: (parts) => sign("sha256", Buffer.from(parts), anothers) }],
    ["nobody", { alg: "none", sign: () => Buffer.alloc(0) }],
    ["the secret that both know", { alg: "HS256", sign: (parts) => createHmac("sha256", clientSecret).update(parts).digest() }],
    [
      "the provider's public key, as if it were a secret",
      {
        alg: "HS256",
        sign: (parts) =>
          createHmac("sha256", publicKey.export({ type: "spki", format: "pem" }))
            .update(parts)
            .digest(),
      },
    ],
  ])("is refused with a token signed by %s", async (_case, signer) => {
    const user = await makeUser("support");
    const { browser, location } = await signInWith({ email: user.email, email_verified: true }, signer);
    expect(location).toContain("error=");
    expect(await browser.session()).toBeUndefined();
  });

  test("is refused if the provider names another issuer than the configured one", async () => {
    const user = await makeUser("support");
    provider = await openProvider({ email: user.email, email_verified: true }, provided, "https://accounts.example");
    const browser = openBrowser(provider);
    expect(await browser.comeBack(provider.authorize(await browser.leave()))).toMatch(/\/sign-in\?.*error=AccessDenied/);
    expect(await browser.session()).toBeUndefined();
  });

  test("is refused in a browser that did not start it", async () => {
    const user = await makeUser("support");
    provider = await openProvider({ email: user.email, email_verified: true });
    const query = provider.authorize(await openBrowser(provider).leave());
    const victim = openBrowser(provider);
    expect(await victim.comeBack(query)).toContain("error=");
    expect(await victim.session()).toBeUndefined();
  });
});
