import { db } from "#db/client.ts";
import { claimDocuments, settlements } from "#db/schema/claims.ts";
import { sampleClaim } from "#lib/insurance/claims/claim.fixture.ts";
import type { Claim } from "#lib/insurance/claims/claim.ts";
import { insertClaim, nextClaimId } from "#lib/insurance/claims/save.ts";
import { insertContracts } from "#lib/insurance/contracts/contracts.fixture.ts";
import { newId } from "#lib/platform/ids.ts";

/** Inserts a claim with a contract, documents and settlements of its own, but without files or events. */
export async function insertSampleClaim(worldId: number, changes: Partial<Claim> = {}): Promise<Claim> {
  const [contract] = await insertContracts(worldId, [
    {
      uid: changes.uid ?? "renter",
      contractType: "LMD",
      status: "open",
      test: changes.test ?? false,
      createdAt: new Date("2027-01-05T09:00:00.000Z"),
    },
  ]);
  if (contract === undefined) throw new Error("no contract was made");
  return db.transaction(async (tx) => {
    const claimId = changes.status === "draft" ? null : await nextClaimId(tx);
    const claim = sampleClaim({ id: newId("claim"), worldId, claimId, cid: contract.cid, cpid: contract.cpid, ...changes });
    claim.documents = claim.documents.map((document) => ({ ...document, id: newId("doc"), storageKey: `samples/${newId("doc")}` }));
    claim.settlements = claim.settlements.map((settlement) => ({ ...settlement, id: newId("stl") }));
    await insertClaim(tx, claim);
    for (const document of claim.documents) await tx.insert(claimDocuments).values({ ...document, claimId: claim.id });
    for (const settlement of claim.settlements) await tx.insert(settlements).values({ ...settlement, claimId: claim.id });
    return claim;
  });
}
