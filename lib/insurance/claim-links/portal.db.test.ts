import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { sql } from "#db/client.ts";
import { makeInsured } from "#e2e/documents/claims.ts";
import { operatorContext } from "#lib/account/users/roles.ts";
import { asPerson } from "#lib/account/users/users.fixture.ts";
import { activityListQuery, list as listActivity } from "#lib/developer/activity/list.ts";
import { findByToken } from "#lib/insurance/claim-links/find.ts";
import {
  createInPortal,
  createOfContractInPortal,
  linkOfPortal,
  revokeInPortal,
  revokeOfContractInPortal,
} from "#lib/insurance/claim-links/portal.ts";
import { readDeskHistory } from "#lib/insurance/claims/desk/read-history.ts";
import { currentTime } from "#lib/platform/time/clock.ts";

const insured = await makeInsured();
const at = () => ({ ...insured.ctx, now: currentTime(), realTime: currentTime() });
const tokenOf = ({ url }: { url: string }) => new URL(url).pathname.slice("/claim/".length);

// rules/claim-links.md#make-7
test("a member makes and revokes no link of a production claim, and an owner does", async () => {
  const claim = await insured.makeClaim();
  const refused = { key: "productionLinksByOwners" };
  await expect(Promise.resolve().then(() => createInPortal(asPerson(at(), "member"), claim, {}))).rejects.toMatchObject(refused);
  const link = await createInPortal(asPerson(at(), "owner"), claim, { language: "en" });
  expect(await findByToken(tokenOf(link), currentTime())).toMatchObject({ claimId: claim });
  await expect(revokeInPortal(asPerson(at(), "member"), claim, link.id)).rejects.toMatchObject(refused);
  expect(await findByToken(tokenOf(link), currentTime())).toBeDefined();
  await revokeInPortal(asPerson(at(), "owner"), claim, link.id);
  await revokeInPortal(asPerson(at(), "owner"), claim, link.id);
  expect(await findByToken(tokenOf(link), currentTime())).toBeUndefined();
  const { rows } = await listActivity(asPerson(at(), "owner"), activityListQuery.parse({ search: claim }));
  expect(
    rows.map(({ action }) => action),
    "Activity has both, once",
  ).toEqual(["claim.linkRevoked", "claim.linkMade"]);
  const steps = await readDeskHistory(operatorContext("tests", currentTime()), claim);
  expect(steps).toMatchObject([{ by: { type: "partner" } }, { by: { type: "partner" } }]);
});

test("a member makes a link in Development, of which Activity tells", async () => {
  const claim = await insured.makeClaim();
  const member = asPerson({ ...at(), world: { ...insured.ctx.world, environment: "development" as const } }, "member");
  const { id } = await createInPortal(member, claim, {});
  const { rows } = await listActivity(asPerson(at(), "owner"), activityListQuery.parse({ search: claim }));
  expect(rows).toMatchObject([{ action: "claim.linkMade", subjectId: claim }]);
  await revokeInPortal(member, claim, id);
});

// rules/claim-links.md#make-4, #make-7
test("an owner makes and revokes a link of a production contract, of which Activity tells, and a member does not", async () => {
  const [{ cid }] = await sql<[{ cid: string }]>`select cid from claims where id = ${await insured.makeClaim()}`;
  const refused = { key: "productionLinksByOwners" };
  await expect(createOfContractInPortal(asPerson(at(), "member"), cid, {})).rejects.toMatchObject(refused);
  const link = await createOfContractInPortal(asPerson(at(), "owner"), cid, { language: "en" });
  expect(await findByToken(tokenOf(link), currentTime())).toMatchObject({ cid, claimId: null });
  await expect(Promise.resolve().then(() => revokeOfContractInPortal(asPerson(at(), "member"), cid, link.id))).rejects.toMatchObject(
    refused,
  );
  await revokeOfContractInPortal(asPerson(at(), "owner"), cid, link.id);
  await revokeOfContractInPortal(asPerson(at(), "owner"), cid, link.id);
  expect(await findByToken(tokenOf(link), currentTime())).toBeUndefined();
  const { rows } = await listActivity(asPerson(at(), "owner"), activityListQuery.parse({ search: cid }));
  expect(rows.map(({ action }) => action)).toEqual(["contract.linkRevoked", "contract.linkMade"]);
  await expect(createOfContractInPortal(asPerson(at(), "owner"), "01JD3W7Q8ZK5T9V0XR2M4N6P8A", {})).rejects.toMatchObject({
    errorName: "CONTRACT_NOT_FOUND",
  });
});

// rules/claim-links.md#make-3
test("a link that is made in the portal leads back to nowhere", () => {
  expect(linkOfPortal.safeParse({ language: "fr", return_url: `https://${randomUUID()}.example/` }).success).toBe(false);
});
