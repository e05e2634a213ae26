import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { sql } from "#db/client.ts";
import { useOwnDatabase } from "#e2e/setup/own-database.ts";
import { inviteAtTerminal } from "#lib/account/users/invite.ts";
import { asStaff, invitationTo } from "#lib/account/users/users.fixture.ts";
import { create as createWebhook } from "#lib/delivery/webhook-settings/manage.ts";
import { attempt, emitSampleEvent, makePortal, sampleSettings } from "#lib/delivery/webhooks/webhooks.fixture.ts";
import { flushCalls, recordCall } from "#lib/developer/calls/record.ts";
import { lookUp } from "#lib/developer/console/look-up.ts";
import { staffAt } from "#lib/developer/console/staff.fixture.ts";
import { insertSampleClaim } from "#lib/insurance/claims/claims.fixture.ts";
import { reopenContract } from "#lib/insurance/contracts/reopen.ts";
import { makeContract, noon, openShop, runJobs } from "#lib/insurance/renewals/shop.fixture.ts";
import { sampleCompany } from "#lib/insurance/renters/renter.fixture.ts";
import { makePartner, registerRenter } from "#lib/insurance/renters/world.fixture.ts";
import { UserError } from "#lib/platform/errors/user-error.ts";
import { newId } from "#lib/platform/ids.ts";

// A database of its own, since these jobs run in years in which other tests have contracts.
await useOwnDatabase();

const ctx = staffAt(new Date());
const kindsOf = async (term: string) => (await lookUp(ctx, term)).map(({ kind }) => kind);
const errorOf = (promise: Promise<unknown>) =>
  promise.then(
    () => "no refusal",
    (error: unknown) => (error instanceof UserError ? error.key : String(error)),
  );

describe("a look-up", () => {
  test("finds products, contract products, renewals and the e-mail address of a rental company, and why a call was refused", async () => {
    const shop = await openShop();
    await makeContract(shop, "LMD", noon("2027-01-01"), 3);
    const [entry] = await sql<{ cid: string; cpid: string; productId: string }[]>`
      select cid, cpid, product_id from contract_products order by cpid desc limit 1`;
    const { cid = "", cpid = "", productId = "" } = entry ?? {};
    expect(await lookUp(ctx, productId)).toMatchObject([{ kind: "product", found: { id: productId, contracts: [cid] } }]);
    expect(await lookUp(ctx, cpid)).toMatchObject([{ kind: "contract", found: { cid } }]);
    expect(await lookUp(ctx, cid.toLowerCase())).toMatchObject([{ kind: "contract", found: { cid } }]);
    const email = `${randomUUID()}@hire.example`;
    const uid = await registerRenter({ company: { ...sampleCompany, email } });
    expect(await lookUp(ctx, email.toUpperCase())).toMatchObject([{ kind: "renter", found: { uid } }]);
  });

  test("finds a call by its execution id, with its partner and the preview of its key", async () => {
    const { worlds, keys, id } = await makePartner();
    const executionId = newId("exec");
    recordCall({
      executionId,
      at: new Date(),
      worldId: worlds.production.id,
      keyId: keys.production.id,
      method: "POST",
      path: "/v2/contracts",
      endpoint: "createContract",
      preview: false,
      subjectId: "contract",
      query: "preview=true",
      requestBody: '{"uid":"<script>"}',
      responseBody: null,
      status: 400,
      errorCode: 1005,
      durationMicros: 1500,
      ip: "192.0.2.1",
      userAgent: null,
    });
    await flushCalls();
    const [finding, ...others] = await lookUp(ctx, ` ${executionId} `);
    expect(others).toEqual([]);
    expect(finding).toMatchObject({
      kind: "call",
      found: {
        executionId,
        owner: { partnerId: id, environment: "production" },
        durationMs: 1.5,
        errorCode: 1005,
        errors: [{ code: 1005, words: { en: { cure: expect.any(String) as string }, fr: { cure: expect.any(String) as string } } }],
        keyPreview: keys.production.text.slice(0, 12),
        deliveries: [],
      },
    });
    // Bodies are seen with a reason alone.
    expect(JSON.stringify(finding)).not.toContain("<script>");
  });

  test("finds a delivery, its event, its webhook and their contract", async () => {
    const portal = await makePortal();
    const webhook = await createWebhook(portal, sampleSettings);
    const [deliveryId] = await emitSampleEvent(portal, "v2.contract.created");
    const [delivery] = await lookUp(ctx, deliveryId!);
    expect(delivery).toMatchObject({
      kind: "delivery",
      found: { id: deliveryId, webhookId: webhook.id, status: "pending", owner: { environment: "development" } },
    });
    const { eventId } = (delivery as { found: { eventId: string } }).found;
    await attempt(deliveryId!, new Date(), 503);
    const attempted = await lookUp(ctx, deliveryId!);
    expect(attempted).toMatchObject([{ found: { history: [{ number: 1, statusCode: 503 }] } }]);
    // Bodies are seen with a reason alone.
    const [event] = await sql<{ payload: string }[]>`select payload from events where id = ${eventId}`;
    for (const body of [JSON.stringify(event?.payload), "answer 1"]) expect(JSON.stringify(attempted)).not.toContain(body);
    expect(await lookUp(ctx, eventId)).toMatchObject([
      { kind: "event", found: { id: eventId, deliveries: [{ id: deliveryId, webhookName: sampleSettings.name }] } },
    ]);
    const [found] = await lookUp(ctx, webhook.id);
    expect(found).toMatchObject({ kind: "webhook", found: { id: webhook.id, enabled: true } });
    expect(JSON.stringify([found, delivery])).not.toContain("s3cret");
  });

  test("finds a key by its beginning or as a whole, and a partner, user or renter by name", async () => {
    const { id, keys } = await makePartner();
    const email = `${randomUUID()}@example.com`;
    const { userId } = await inviteAtTerminal(asStaff, invitationTo(id, { email }));
    const uid = await registerRenter();
    const { id: keyId, text } = keys.development;
    for (const term of [text, text.slice(0, 11), keyId]) expect(await kindsOf(term)).toEqual(["key"]);
    expect(await lookUp(ctx, id)).toMatchObject([{ kind: "partner", found: { id } }]);
    for (const term of [userId, email.toUpperCase()]) {
      expect(await lookUp(ctx, term)).toMatchObject([{ kind: "user", found: { id: userId, status: "invited", partner: { id } } }]);
    }
    expect(await lookUp(ctx, uid)).toMatchObject([{ kind: "renter", found: { uid, owners: [] } }]);
  });

  test.each([
    ["a cid", newId("run").slice(-26)],
    ["an e-mail address", `${newId("run")}@velos.example`],
    ["the id of a renewal", `ar_${newId("run")}`],
  ])("finds a rental company whose uid looks like %s", async (_form, uid) => {
    await registerRenter({ uid });
    expect(await lookUp(ctx, uid)).toMatchObject([{ kind: "renter", found: { uid } }]);
  });

  test("finds a claim by its id, its number and a document of it", async () => {
    const { worlds, id: partnerId } = await makePartner();
    const { id, claimId, documents } = await insertSampleClaim(worlds.production.id);
    const [document] = await sql<{ id: string; type: string }[]>`select id, type from claim_documents where claim_id = ${id} order by id`;
    expect(documents).toHaveLength(2);
    const found = { id, claimId, owner: { partnerId, environment: "production" }, status: "submitted", document: null };
    for (const term of [id, claimId ?? "", claimId?.toLowerCase() ?? "", claimId?.replace("CLM-", "") ?? ""]) {
      expect(await lookUp(ctx, term)).toMatchObject([{ kind: "claim", found }]);
    }
    expect(await lookUp(ctx, document?.id ?? "")).toMatchObject([
      { kind: "claim", found: { ...found, document: { ...document, status: "to_verify", isReplaced: false } } },
    ]);
  });

  test.each([
    "claim_nowhere",
    "doc_nowhere",
    "CLM-1",
    "exec_nowhere",
    "dlv_nowhere",
    "evt_nowhere",
    "whk_nowhere",
    "ptn_nowhere",
    "usr_nowhere",
    "key_nowhere",
    "cg_live_0000",
    "01JD3W7Q8ZK5T9V0XR2M4N6P8A",
    "%",
    "' or true --",
  ])("finds nothing for %s", async (term) => {
    expect(await lookUp(ctx, term)).toEqual([]);
  });
});

describe("a looked-up contract", () => {
  const reason = "closed by mistake";
  const reopenAt = (day: string, cid: string, endDate: string) =>
    errorOf(reopenContract(staffAt(noon(day)), cid, { endDate: noon(endDate).toISOString(), reason }));

  test("that closed can be reopened, once", async () => {
    const shop = await openShop();
    const cid = await makeContract(shop, "LMD", noon("2027-01-10"), 2);
    await runJobs(noon("2027-03-10"));
    expect(await lookUp(ctx, cid)).toMatchObject([
      { kind: "contract", found: { cid, status: "closed", nextCid: null, products: [{ status: "closed" }] } },
    ]);
    expect(await reopenAt("2027-03-20", cid, "2027-03-19")).toBe("reopeningEndPast");
    expect(await reopenAt("2027-03-20", cid, "2029-03-19")).toBe("reopeningEndLength");
    expect(await reopenAt("2027-03-20", cid, "2027-05-10")).toBe("no refusal");
    expect(await reopenAt("2027-03-20", cid, "2027-05-10")).toBe("contractNotClosed");
    expect(await lookUp(ctx, cid)).toMatchObject([{ found: { status: "open", endDate: noon("2027-05-10") } }]);
  });

  test("that was renewed shows the contract that continues its cover", async () => {
    const shop = await openShop();
    const cid = await makeContract(shop, "LMD", noon("2028-01-10"), 2, { automatic_renewal: true });
    await runJobs(noon("2028-03-10"));
    const [finding] = await lookUp(ctx, cid);
    expect(finding).toMatchObject({ kind: "contract", found: { nextCid: expect.stringMatching(/^\w{26}$/) as string } });
    expect(await reopenAt("2028-03-20", cid, "2028-05-10")).toBe("contractRenewed");
  });

  test("that does not exist is not found", async () => {
    expect(await reopenAt("2027-03-20", "nowhere", "2027-05-10")).toBe("noContract");
  });
});
