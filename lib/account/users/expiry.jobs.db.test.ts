import { expect, test } from "vitest";
import { sql } from "#db/client.ts";
import { useOwnDatabase } from "#e2e/setup/own-database.ts";
import { runMaintenance } from "#jobs/maintenance.ts";
import { countAttempt } from "#lib/account/users/limit-sign-in.ts";
import { offerSignInPasskeys } from "#lib/account/users/sign-in.ts";
import { makeUser, requestDetails, sessionOf, signInAt } from "#lib/account/users/users.fixture.ts";

await useOwnDatabase();

test("sign-in attempts are deleted once they no longer count, and no sooner", async () => {
  const guess = { email: "ada@people.example", address: "192.0.2.7" };
  await countAttempt(guess);
  await runMaintenance(new Date());
  expect(await sql`select from sign_in_attempts`).toHaveLength(3);
  await runMaintenance(new Date(Date.now() + 3_600_001));
  expect(await sql`select from sign_in_attempts`).toHaveLength(0);
  expect(await countAttempt(guess)).toBe(true);
});

test("sessions are deleted a month after their latest end, and uncompleted sign-ins once they expire", async () => {
  const user = await makeUser("support");
  await sessionOf(user);
  await offerSignInPasskeys(undefined, requestDetails());
  const counts = async () => {
    const [row] = await sql`
      select (select count(*)::int from sessions) as sessions, (select count(*)::int from pending_sign_ins) as pending,
        (select count(*)::int from passkey_challenges) as challenges`;
    return row;
  };
  const day = 24 * 3_600_000;
  expect(await counts()).toEqual({ sessions: 1, pending: 1, challenges: 1 });
  await runMaintenance(new Date(signInAt.getTime() + 30 * day));
  expect(await counts()).toEqual({ sessions: 1, pending: 0, challenges: 0 });
  await runMaintenance(new Date(signInAt.getTime() + 31 * day));
  expect(await counts()).toEqual({ sessions: 0, pending: 0, challenges: 0 });
});

test("links for a password are deleted 90 days after they were used, and no sooner", async () => {
  await sql`delete from password_links`;
  const { id } = await makeUser("support");
  const links = () => sql`select from password_links where user_id = ${id}`;
  const used = new Date("2027-01-01T09:00:00.000Z").getTime();
  const day = 24 * 3_600_000;
  await runMaintenance(new Date(used + 90 * day));
  expect(await links()).toHaveLength(1);
  await runMaintenance(new Date(used + 90 * day + 1));
  expect(await links()).toHaveLength(0);
});
