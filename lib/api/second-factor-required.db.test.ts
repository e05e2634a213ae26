import { expect, test } from "vitest";
import { sql } from "#db/client.ts";
import { changeSettings } from "#e2e/setup/settings.ts";
import { assertRecentlyAuthenticated } from "#lib/account/users/guards.ts";
import { makeSessionCookie, makeUser } from "#lib/account/users/users.fixture.ts";
import { answerWith, handler, personBeforeSecondFactor, router, staff } from "#lib/rpc/procedures.ts";

changeSettings({ REQUIRE_SECOND_FACTOR: ["support"], SECOND_FACTOR_FOR_MONEY_AND_KEYS: ["handler"] });

const answer = answerWith(router({ closed: staff.query(() => "secret"), setUp: personBeforeSecondFactor.query(() => "set up") }));

async function ask(cookie: string, procedure: "closed" | "setUp") {
  const response = await answer(new Request(`http://covergate.test/api/portal/trpc/${procedure}`, { headers: { cookie } }));
  const { error } = (await response.json()) as { error?: { data: { key?: string } } };
  return { status: response.status, key: error?.data.key };
}

test("a role that requires a second factor can only set one up until it has one; other roles are unaffected", async () => {
  const [support, colleague] = [await makeUser("support"), await makeUser("handler")];
  const [cookie, other] = [await makeSessionCookie(support), await makeSessionCookie(colleague)];
  expect(await ask(cookie, "closed")).toEqual({ status: 403, key: "secondFactorMissing" });
  expect(await ask(cookie, "setUp")).toMatchObject({ status: 200 });
  expect(await ask(other, "closed")).toMatchObject({ status: 200 });
  await sql`
    insert into passkeys (id, user_id, name, public_key, counter, transports, is_synced, created_at)
    values (${`passkey of ${support.id}`}, ${support.id}, 'laptop', '', 0, '{}', false, now())`;
  expect(await ask(cookie, "closed")).toMatchObject({ status: 200 });
});

// rules/authority.md#identity-3
test("a role that requires a second factor for money and keys moves neither without one, and does everything else", async () => {
  const guard = (purpose: "executePayments" | "revealKey" | "exportList") =>
    handler.mutation(({ ctx }) => assertRecentlyAuthenticated(ctx, purpose, { amount: 1, count: 1 }));
  const answerGuarded = answerWith(router({ pay: guard("executePayments"), reveal: guard("revealKey"), exported: guard("exportList") }));
  const user = await makeUser("handler");
  const cookie = await makeSessionCookie(user);
  const tryTo = async (procedure: string) => {
    const response = await answerGuarded(
      new Request(`http://covergate.test/api/portal/trpc/${procedure}`, {
        method: "POST",
        headers: { cookie, host: "covergate.test", origin: "http://covergate.test", "content-type": "application/json" },
        body: "{}",
      }),
    );
    const { error } = (await response.json()) as { error?: { data: { key?: string } } };
    return error?.data.key;
  };
  const keys = async () => [await tryTo("pay"), await tryTo("reveal"), await tryTo("exported")];
  expect(await keys()).toEqual(["secondFactorNeeded", "secondFactorNeeded", undefined]);
  await sql`
    insert into passkeys (id, user_id, name, public_key, counter, transports, is_synced, created_at)
    values (${`passkey of ${user.id}`}, ${user.id}, 'laptop', '', 0, '{}', false, now())`;
  expect(await keys(), "the sign-in by password no longer counts").toEqual(Array.from({ length: 3 }, () => "authenticationStale"));
  await sql`update sessions set factor_proved_at = now() where user_id = ${user.id}`;
  expect(await keys()).toEqual([undefined, undefined, undefined]);
});
