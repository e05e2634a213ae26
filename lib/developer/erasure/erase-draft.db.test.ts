import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { sql } from "#db/client.ts";
import { makeInsured } from "#e2e/documents/claims.ts";
import { operatorContext } from "#lib/account/users/roles.ts";
import { erasePerson, planErasure } from "#lib/developer/erasure/erase-person.ts";
import { createForClaim } from "#lib/insurance/claim-links/create.ts";
import { findByToken } from "#lib/insurance/claim-links/find.ts";
import { currentTime } from "#lib/platform/time/clock.ts";

test("a draft of an erased person is archived, and its link shows nothing any more", async () => {
  const insured = await makeInsured();
  const email = `${randomUUID()}@people.example`;
  const person = { firstName: "Zéphyrine", lastName: "Quillebœuf", email, phoneNumber: "+33600000000" };
  const id = await insured.makeClaim({ insured: person });
  const realTime = currentTime();
  const { url } = await createForClaim({ ...insured.ctx, realTime, now: realTime }, id, {});
  const token = new URL(url).pathname.slice("/claim/".length);
  expect(await findByToken(token, currentTime())).toMatchObject({ claimId: id });
  const operator = operatorContext("tests", currentTime());
  expect(await planErasure(operator, { email })).toMatchObject({ claims: [id], hindrances: [] });
  await erasePerson(operator, { email }, "Request 12");
  expect(await findByToken(token, currentTime())).toBeUndefined();
  const [claim] = await sql<{ status: string; text: string }[]>`
    select draft_status as status, row_to_json(c)::text as text from claims c where id = ${id}`;
  expect(claim?.status).toBe("abandonned");
  for (const said of [email, person.firstName, person.lastName]) expect(claim?.text).not.toContain(said);
  const payloads = await sql<{ text: string }[]>`select payload as text from events where subject_id = ${id}`;
  for (const { text } of payloads) expect(text).not.toContain(person.lastName);
});
