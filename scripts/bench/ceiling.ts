import fastify from "fastify";
import postgres from "postgres";

/** A statement with its parameters, as the direct door sends it to Postgres. */
export interface Statement {
  text: string;
  parameters: (string[] | number[])[];
}

export interface CeilingOptions {
  port: number;
  databaseUrl: string;
  /** Its socket; "" where it has none. */
  databaseSocket: string;
  pool: number;
  /** Run one after the other; the row of the last is answered. */
  statements: Statement[];
}

/**
 * The ceiling: a bare Fastify route that runs the same statements through the same driver and pool, and answers the row
 * as it is. No keys are checked, no limits are counted, nothing is validated, converted or recorded.
 */
async function serve({ port, databaseUrl, databaseSocket, pool, statements }: CeilingOptions): Promise<void> {
  const sql = postgres(databaseUrl, { max: pool, path: databaseSocket, connection: { TimeZone: "UTC" } });
  const app = fastify();
  app.get("/v2/contracts/:contractId", async () => {
    let row: unknown;
    for (const { text, parameters } of statements) [row] = await sql.unsafe(text, parameters, { prepare: true });
    return { status: "success", execution_id: "exec_01JD3W7Q8ZK5T9V0XR2M4N6P8A", contract: row };
  });
  app.get("/readyz", async () => ({ status: "ready" }));
  await app.listen({ port, host: "127.0.0.1" });
}

if (import.meta.main) await serve(JSON.parse(process.argv[2] ?? "") as CeilingOptions);
