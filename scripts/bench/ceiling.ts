import { randomUUID } from "node:crypto";
import { createWriteStream } from "node:fs";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import fastify from "fastify";
import postgres from "postgres";
import { connectionParameters } from "#db/connection-parameters.ts";

export interface CeilingOptions {
  port: number;
  databaseUrl: string;
  databaseSocket: string;
  pool: number;
  keyHash: string;
  /** The folder for uploaded files, for the claims benchmark. */
  filesIn?: string;
}

/** Copies a row under another identifier of the same day. */
const another = (table: string) => `(json_populate_record(r, json_build_object('id', r.id || gen_random_uuid()))).* from ${table} r`;

/**
 * The ceiling: a bare Fastify route that reads a key and a contract through the same driver and pool and answers the raw row, and routes
 * that write the rows of a new claim and of an uploaded document, with the file on disk. It neither limits, checks, validates, converts nor
 * logs.
 */
async function serve({ port, databaseUrl, databaseSocket, pool, keyHash, filesIn }: CeilingOptions): Promise<void> {
  const sql = postgres(databaseUrl, { max: pool, path: databaseSocket, connection: connectionParameters });
  const app = fastify();
  const readKey = () =>
    sql`select k.*, w.*, p.* from api_keys k join worlds w on w.id = k.world_id join partners p on p.id = w.partner_id where k.hash = ${keyHash}`;
  app.get<{ Params: { contractId: string } }>("/v2/contracts/:contractId", async ({ params }) => {
    await readKey();
    const [contract] = await sql`
      select c.*, (select json_agg(p) from contract_products p where p.cid = c.cid) as products from contracts c where c.cid = ${params.contractId}`;
    return { status: "success", contract };
  });
  if (filesIn !== undefined) {
    await mkdir(filesIn, { recursive: true });
    app.post<{ Body: { contractProductId: string } }>("/v2/claims", async ({ body }) => {
      await readKey();
      const [product] = await sql`
        select p.*, d.data from contract_products p join products d on d.id = p.product_id where p.cpid = ${body.contractProductId}`;
      await sql.begin(async (tx) => {
        await tx.unsafe(`insert into claims select ${another("claims")} where status = 'draft' limit 1`);
        await tx.unsafe(`insert into events select ${another("events")} where event_type = 'v2.claim.draft.created' limit 1`);
      });
      return { success: true, data: product };
    });
    app.addContentTypeParser("multipart/form-data", (_request, _payload, done) => done(null));
    app.put<{ Params: { id: string } }>("/v2/claims/:id/documents", async ({ params, raw }) => {
      await readKey();
      const name = randomUUID();
      await pipeline(raw as Readable, createWriteStream(join(filesIn, name)));
      await sql.begin(async (tx) => {
        await tx`select from claims where id = ${params.id} for no key update`;
        await tx`
          insert into claim_documents (id, claim_id, type, title, mime_type, size_bytes, storage_key, status, created_at, updated_at, replaced_at)
          values (${name}, ${params.id}, 'a photo', 'a photo', 'image/jpeg', 1048576, ${name}, 'to_verify', now(), now(), now())`;
        await tx.unsafe(`insert into events select ${another("events")} where event_type = 'v2.claim.draft.created' limit 1`);
      });
      return { success: true };
    });
  }
  app.get("/readyz", async () => ({ status: "ready" }));
  await app.listen({ port, host: "127.0.0.1" });
}

if (import.meta.main) await serve(JSON.parse(process.argv[2] ?? "") as CeilingOptions);
