import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { sql } from "#db/client.ts";
import { endProgram } from "#db/embedded/supervise.ts";
import { asStaff, makePartner } from "#e2e/api/world.ts";
import { procedureAddress } from "#e2e/setup/procedures.ts";
import { startServer } from "#e2e/setup/server.ts";
import type { ServerUnderTest } from "#e2e/setup/server.ts";
import { waitFor } from "#e2e/setup/wait-for.ts";
import { revoke } from "#lib/account/keys/revoke.ts";
import { keyPreview } from "#lib/account/keys/rules/format.ts";
import { generateKey } from "#lib/account/keys/secrets.ts";
import { makeSessionCookie, makeUser } from "#lib/account/users/users.fixture.ts";

/** A server of this test alone, whose callers are told apart by what a proxy says of them. */
let server: ServerUnderTest;
let said = "";
const forwardedFor = "203.0.113.77";
const password = "a password that is not theirs";

beforeAll(async () => {
  const [databaseUrl, dataDirectory, door] = [inject("databaseUrl"), inject("dataDirectory"), inject("door")];
  const settings = { TRUST_PROXY: "true", LOG_LEVEL: "warn" };
  server = await startServer({ databaseUrl, dataDirectory, door }, settings, { output: "pipe" });
  for (const stream of [server.program.stdout, server.program.stderr]) stream?.on("data", (chunk: Buffer) => (said += chunk.toString()));
});
afterAll(() => endProgram(server.program));

function ask(path: string, headers: Record<string, string> = {}, init: { method?: string; body?: string | URLSearchParams } = {}) {
  return fetch(new URL(path, server.url), { redirect: "manual", ...init, headers: { "x-forwarded-for": forwardedFor, ...headers } });
}

/** Signs in by a form of ours. */
async function signIn(email: string): Promise<void> {
  const answer = await ask("/api/auth/csrf");
  const { csrfToken } = (await answer.json()) as { csrfToken: string };
  const cookie = answer.headers
    .getSetCookie()
    .map((text) => text.split(";")[0])
    .join("; ");
  const body = new URLSearchParams({ csrfToken, email, password, json: "true" });
  await ask("/api/auth/callback/credentials", { cookie }, { method: "POST", body });
}

test("support sees every security refusal with its subject, address and count, and no secrets", async () => {
  const partner = await makePartner();
  const [member, handler] = [await makeUser({ role: "member", partnerId: partner.id }), await makeUser("handler")];
  const [unknown, revoked] = [generateKey("production"), partner.production.key];
  await revoke(asStaff(), partner.production.keyId, "leaked");
  const email = `${randomUUID()}@people.example`;
  const json = { "content-type": "application/json", origin: server.url };

  const [signOut, choosePassword] = [procedureAddress("account.signOutEverywhere"), procedureAddress("signIn.choosePassword")];
  for (let guess = 0; guess < 12; guess += 1) await signIn(email);
  await ask("/api/auth/callback/credentials", {}, { method: "POST", body: new URLSearchParams({ email, password, json: "true" }) });
  await ask(procedureAddress("keys.list", { environment: "development" }), { cookie: await makeSessionCookie(member) });
  await ask("/support/partners", { cookie: await makeSessionCookie(handler) });
  await ask(signOut, { ...json, origin: "https://evil.example" }, { method: "POST", body: "{}" });
  await ask(choosePassword, json, { method: "POST", body: JSON.stringify({ token: "guessed", password }) });
  for (const key of [unknown, unknown, revoked]) await ask("/v2/products", { key });

  const expected = [
    { kind: "csrfRefused", subject: "/api/auth/callback/credentials", count: 1 },
    { kind: "csrfRefused", subject: signOut, count: 1 },
    { kind: "keyRevoked", subject: keyPreview(revoked), count: 1 },
    { kind: "keyUnknown", subject: keyPreview(unknown), count: 2 },
    { kind: "pageForbidden", subject: handler.id, count: 1 },
    { kind: "pageForbidden", subject: member.id, count: 1 },
    { kind: "signInFailed", subject: choosePassword, count: 1 },
    { kind: "signInFailed", subject: email, count: 10 },
    { kind: "signInLocked", subject: email, count: 2 },
  ];
  const sort = (events: readonly { kind: string; subject: string }[]) =>
    events.toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));
  await waitFor(async () => {
    // Those of an hour that ends meanwhile are two.
    const events = await sql<typeof expected>`
        select kind, subject, sum(count)::int as count from security_events where address = ${forwardedFor} group by kind, subject`;
    expect(sort(events)).toEqual(sort(expected));
  });
  const told = () => {
    const lines = said.split("\n").filter((line) => line.includes('"security"') && line.endsWith("}"));
    return new Set(lines.map((line) => (JSON.parse(line) as { security: string; subject: string }).security));
  };
  await waitFor(() => expect(told()).toEqual(new Set(expected.map(({ kind }) => kind))));
  for (const secret of [password, unknown, revoked]) expect(said).not.toContain(secret);
});
