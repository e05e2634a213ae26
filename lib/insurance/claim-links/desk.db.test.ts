import { expect, test } from "vitest";
import { sql } from "#db/client.ts";
import { makeInsured } from "#e2e/documents/claims.ts";
import { asHandler as withHandlerRole } from "#lib/account/users/roles.ts";
import { contextOf, makeUser } from "#lib/account/users/users.fixture.ts";
import { findByToken } from "#lib/insurance/claim-links/find.ts";
import { createForDesk, listForDesk, revokeForDesk } from "#lib/insurance/claim-links/list.ts";
import { readDeskHistory } from "#lib/insurance/claims/desk/read-history.ts";
import { NotFound, UserError } from "#lib/platform/errors/user-error.ts";
import { currentTime } from "#lib/platform/time/clock.ts";

const insured = await makeInsured();
const [handler, support] = await Promise.all([makeUser("handler"), makeUser("support")]);
const [handlerContext, supportContext] = await Promise.all([contextOf(handler), contextOf(support)]);
const asHandler = () => withHandlerRole({ ...handlerContext, now: currentTime() });
const asSupport = () => ({ ...supportContext, now: currentTime() });

const makeWaiting = () => insured.makeClaim({ status: "pending_info", stage: "document_to_send", claimId: `CLM-${crypto.randomUUID()}` });

// rules/claim-links.md#make-8
test("a handler who waits for documents makes a link in a language, which opens the claim and stands in its history", async () => {
  const claim = await makeWaiting();
  const { id, url } = await createForDesk(asHandler(), claim, { language: "en" });
  const token = new URL(url).pathname.slice("/claim/".length);
  expect(await findByToken(token, currentTime())).toMatchObject({ id, claimId: claim, language: "en", worldId: insured.ctx.world.id });
  expect(await listForDesk(asSupport(), claim)).toMatchObject([{ id, openedAt: null, revokedAt: null }]);
  expect(await readDeskHistory(asHandler(), claim)).toMatchObject([
    { action: "claim.linkMade", by: { type: "staff", name: handlerContext.user.name }, events: [] },
  ]);
  const [entry] = await sql<{ details: string }[]>`select details::text from audit_entries where subject_id = ${claim}`;
  expect(entry?.details).not.toContain(token);
});

// rules/claim-links.md#make-9
test("a link that a handler revokes opens nothing, and the revocation is recorded once", async () => {
  const claim = await makeWaiting();
  const { id, url } = await createForDesk(asHandler(), claim, {});
  await revokeForDesk(asHandler(), claim, id);
  expect(await findByToken(new URL(url).pathname.slice("/claim/".length), currentTime())).toBeUndefined();
  expect((await revokeForDesk(asHandler(), claim, id)).revokedAt).not.toBeNull();
  expect(await sql`select action from audit_entries where subject_id = ${claim} order by id`).toEqual([
    { action: "claim.linkMade" },
    { action: "claim.linkRevoked" },
  ]);
});

// rules/claim-links.md#make-1
test("no link is made of a claim that waits for nothing, or of an unknown claim", async () => {
  const draft = await insured.makeClaim();
  await expect(createForDesk(asHandler(), draft, {})).rejects.toThrow(UserError);
  await expect(createForDesk(asHandler(), "claim_unknown", {})).rejects.toThrow(NotFound);
  expect(await sql`select from claim_links where claim_id = ${draft}`).toEqual([]);
});

test("the links of another claim are not revoked by this one", async () => {
  const [mine, other] = await Promise.all([makeWaiting(), makeWaiting()]);
  const { id } = await createForDesk(asHandler(), other, {});
  await expect(revokeForDesk(asHandler(), mine, id)).rejects.toMatchObject({ errorName: "CLAIM_LINK_NOT_FOUND" });
});
