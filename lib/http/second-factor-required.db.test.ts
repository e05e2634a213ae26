import { expect, test, vi } from "vitest";
import { sql } from "#db/client.ts";
import { answerWith, personBeforeSecondFactor, router, staff } from "#lib/http/procedures.ts";
import { makeSessionCookie, makeUser } from "#lib/users/users.fixture.ts";

await vi.hoisted(async () => (await import("#scripts/settings.ts")).completeEnvironment({ REQUIRE_SECOND_FACTOR: "support" }));

const answer = answerWith(router({ closed: staff.query(() => "secret"), setUp: personBeforeSecondFactor.query(() => "set up") }));

async function ask(cookie: string, procedure: "closed" | "setUp") {
  const response = await answer(new Request(`http://covergate.test/api/portal/trpc/${procedure}`, { headers: { cookie } }));
  const { error } = (await response.json()) as { error?: { json: { data: { key?: string } } } };
  return { status: response.status, key: error?.json.data.key };
}

test("a role that requires a second factor can only set one up until it has one; other roles are unaffected", async () => {
  const [support, handler] = [await makeUser("support"), await makeUser("handler")];
  const [cookie, other] = [await makeSessionCookie(support), await makeSessionCookie(handler)];
  expect(await ask(cookie, "closed")).toEqual({ status: 403, key: "secondFactorMissing" });
  expect(await ask(cookie, "setUp")).toMatchObject({ status: 200 });
  expect(await ask(other, "closed")).toMatchObject({ status: 200 });
  await sql`
    insert into passkeys (id, user_id, name, public_key, counter, transports, is_synced, created_at)
    values (${`passkey of ${support.id}`}, ${support.id}, 'laptop', '', 0, '{}', false, now())`;
  expect(await ask(cookie, "closed")).toMatchObject({ status: 200 });
});
