import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { demoPdf } from "#demo/demo-pdf.ts";
import type { SampleOfPartner } from "#e2e/portal/claims.ts";
import { withDatabase } from "#scripts/admin/database.ts";

/** Puts the claims that standard input describes into the database of a running Covergate, and prints which they are. */
const photo = readFileSync(join(import.meta.dirname, "../../demo/demo-photo.jpg"));
const samples = JSON.parse(await text(process.stdin)) as SampleOfPartner[];
const made = await withDatabase(async () => {
  const { sql } = await import("#db/client.ts");
  const { insertSampleClaim } = await import("#lib/insurance/claims/claims.fixture.ts");
  const { putFile } = await import("#lib/platform/files/storage.ts");
  const store = (key: string, content: Buffer, mimeType: string) =>
    putFile(key, Readable.from([content]), { mimeType, sizeBytes: content.length });
  const claims: { id: string; claimId: string | null }[] = [];
  for (const { partner, environment, since, ...changes } of samples) {
    const [world] = await sql<{ id: number; uid: string }[]>`
      select w.id, (select renter_uid from renter_attachments where world_id = w.id order by renter_uid limit 1) as uid
      from worlds w join partners p on p.id = w.partner_id where p.name = ${partner} and w.environment = ${environment}`;
    if (world === undefined) throw new Error(`there is no partner ${partner}`);
    const statusSince = new Date(since ?? Date.now());
    const { id, claimId, documents } = await insertSampleClaim(world.id, {
      uid: world.uid,
      test: environment === "development",
      statusSince,
      ...changes,
    });
    for (const { storageKey, mimeType, type } of documents) {
      await store(storageKey, mimeType === "application/pdf" ? demoPdf(type) : photo, mimeType);
    }
    claims.push({ id, claimId });
  }
  return claims;
});
console.log(JSON.stringify(made));
