import { expect, test, vi } from "vitest";
import { sql } from "#db/client.ts";
import { portalRoute } from "#lib/http/portal.ts";
import { makeSessionCookie, makeUser } from "#lib/users/users.fixture.ts";

await vi.hoisted(async () => (await import("#scripts/settings.ts")).completeEnvironment({ REQUIRE_SECOND_FACTOR: "support" }));

async function ask(cookie: string, handler: ReturnType<typeof portalRoute>) {
  const response = await handler(new Request("http://covergate.test/api/portal", { headers: { cookie } }), { params: {} });
  return { status: response.status, key: ((await response.json()) as { error?: { key?: string } }).error?.key };
}

test("a role that needs a second factor reaches nothing but its set-up until there is one; other roles are left alone", async () => {
  const [support, handler] = [await makeUser("support"), await makeUser("handler")];
  const [cookie, other] = [await makeSessionCookie(support), await makeSessionCookie(handler)];
  const closed = portalRoute({ for: "staff" }, async () => "secret");
  const setUp = portalRoute({ for: "signedIn", beforeSecondFactor: true }, async () => "set up");
  expect(await ask(cookie, closed)).toEqual({ status: 403, key: "secondFactorMissing" });
  expect(await ask(cookie, setUp)).toMatchObject({ status: 200 });
  expect(await ask(other, closed)).toMatchObject({ status: 200 });
  await sql`
    insert into passkeys (id, user_id, name, public_key, counter, transports, is_synced, created_at)
    values (${`passkey of ${support.id}`}, ${support.id}, 'laptop', '', 0, '{}', false, now())`;
  expect(await ask(cookie, closed)).toMatchObject({ status: 200 });
});
