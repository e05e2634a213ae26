import fastify from "fastify";
import postgres from "postgres";

export interface CeilingOptions {
  port: number;
  databaseUrl: string;
  /** Its socket; "" where it has none. */
  databaseSocket: string;
  pool: number;
  /** Of the key that is looked up for each request. */
  keyHash: string;
}

/**
 * The ceiling: a bare Fastify route that reads a key and a contract through the same driver and pool, and answers the row as it is.
 * No limits are counted, nothing is checked, validated, converted or recorded.
 */
async function serve({ port, databaseUrl, databaseSocket, pool, keyHash }: CeilingOptions): Promise<void> {
  const sql = postgres(databaseUrl, { max: pool, path: databaseSocket, connection: { TimeZone: "UTC" } });
  const app = fastify();
  app.get<{ Params: { contractId: string } }>("/v2/contracts/:contractId", async ({ params }) => {
    await sql`select k.*, w.*, p.* from api_keys k join worlds w on w.id = k.world_id join partners p on p.id = w.partner_id where k.hash = ${keyHash}`;
    const [contract] = await sql`
      select c.*, (select json_agg(p) from contract_products p where p.cid = c.cid) as products from contracts c where c.cid = ${params.contractId}`;
    return { status: "success", contract };
  });
  app.get("/readyz", async () => ({ status: "ready" }));
  await app.listen({ port, host: "127.0.0.1" });
}

if (import.meta.main) await serve(JSON.parse(process.argv[2] ?? "") as CeilingOptions);
