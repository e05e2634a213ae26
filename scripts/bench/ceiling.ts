import fastify from "fastify";
import postgres from "postgres";
import { connectionParameters } from "#db/connection-parameters.ts";

export interface CeilingOptions {
  port: number;
  databaseUrl: string;
  databaseSocket: string;
  pool: number;
  keyHash: string;
}

/**
 * The ceiling: a bare Fastify route that reads a key and a contract through the same driver and pool and answers the raw row. It neither
 * limits, checks, validates, converts nor logs.
 */
async function serve({ port, databaseUrl, databaseSocket, pool, keyHash }: CeilingOptions): Promise<void> {
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
  app.get("/readyz", async () => ({ status: "ready" }));
  await app.listen({ port, host: "127.0.0.1" });
}

if (import.meta.main) await serve(JSON.parse(process.argv[2] ?? "") as CeilingOptions);
