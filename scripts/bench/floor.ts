import { createServer } from "node:http";
import type { IncomingMessage } from "node:http";
import { text } from "node:stream/consumers";
import postgres from "postgres";
import { connectionParameters } from "#db/connection-parameters.ts";
import type { WireContract } from "#lib/insurance/contracts/schema.ts";
import { newContractId, newId } from "#lib/platform/ids.ts";
import type { CeilingOptions } from "#scripts/bench/ceiling.ts";
import type { NewContract } from "#scripts/bench/subject.ts";

export interface FloorOptions extends CeilingOptions {
  /** The answer of our server to the body that the floor gets. */
  contract: WireContract;
}

interface Caller {
  world_id: number;
  webhook_id: string;
  tariff_id: string;
}

/**
 * The floor of a creation with a webhook: one read, and one statement that writes the rows that stay, into the same tables and indexes. It
 * neither limits, checks, prices, sends nor logs.
 */
function serve({ port, databaseUrl, databaseSocket, pool, keyHash, contract }: FloorOptions): void {
  const sql = postgres(databaseUrl, { max: pool, path: databaseSocket, connection: connectionParameters });
  const [product] = Object.values(contract.products);

  async function create(request: IncomingMessage): Promise<string> {
    const { uid, contract_type, end_date, options, products, company } = JSON.parse(await text(request)) as NewContract;
    const [caller] = await sql<[Caller]>`
      select k.world_id, w.id as webhook_id, (select id from tariffs order by effective_from desc limit 1) as tariff_id
      from api_keys k join renter_attachments a on a.world_id = k.world_id and a.renter_uid = ${uid} join webhooks w on w.world_id = k.world_id
      where k.hash = ${keyHash}`;
    const [{ data, brand, model, product_type, product_subtype, value_excl }] = products;
    const [cid, cpid, productId, executionId] = [newContractId(), newId("cpid"), newId("prod"), newId("exec")];
    const now = new Date();
    const answer = { ...contract, cid, created_date: now, products: { [cpid]: { ...product, product_id: productId } } };
    const payload = JSON.stringify({ event_type: "v2.contract.created", data: answer });
    await sql`
      with hidden as (
        insert into products (id, world_id, uid, product_type, title, data, value_excl_cents, hidden, created_at, updated_at)
        values (${productId}, ${caller.world_id}, ${productId}, ${product_type}, ${`${brand} ${model}`},
          ${sql.json({ product_subtype, brand, model })}, ${value_excl * 100}, true, ${now}, ${now})
      ), made as (
        insert into contracts (cid, world_id, uid, contract_type, status, test, start_date, end_date, due_at, options, company, tariff_id, created_at, updated_at)
        values (${cid}, ${caller.world_id}, ${uid}, ${contract_type}, 'open', false, ${now}, ${end_date}, ${end_date}, ${options},
          ${sql.json(company)}, ${caller.tariff_id}, ${now}, ${now})
      ), insured as (
        insert into contract_products (cpid, cid, product_id, product_type, value_excl_cents, status, start_date, end_date, data, price_cents)
        values (${cpid}, ${cid}, ${productId}, ${product_type}, ${value_excl * 100}, 'open', ${now}, ${end_date}, ${sql.json(data)}, ${Math.round(contract.price * 100)})
      ), premium as (
        insert into premium_entries (id, world_id, at, uid, cid, cpid, kind, amount_cents)
        values (${newId("prem")}, ${caller.world_id}, ${now}, ${uid}, ${cid}, ${cpid}, 'created', ${Math.round(contract.price * 100)})
      ), told as (
        insert into events (id, world_id, event_type, subject_id, execution_id, payload, created_at)
        values (${newId("evt")}, ${caller.world_id}, 'v2.contract.created', ${cid}, ${executionId}, ${payload}, ${now}) returning id
      )
      insert into deliveries (id, world_id, webhook_id, event_id, event_type, subject_id, status, next_attempt_at, created_at, updated_at)
      select ${newId("dlv")}, ${caller.world_id}, ${caller.webhook_id}, id, 'v2.contract.created', ${cid}, 'pending', ${now}, ${now}, ${now} from told`;
    return JSON.stringify({ status: "success", contract: answer, executionId });
  }

  const server = createServer((request, response) => {
    const answer = request.method === "POST" ? create(request) : Promise.resolve("ready");
    answer.then(
      (body) => response.writeHead(request.method === "POST" ? 201 : 200, { "content-type": "application/json" }).end(body),
      (error: unknown) => response.writeHead(500).end(String(error)),
    );
  });
  server.listen(port, "127.0.0.1");
}

if (import.meta.main) serve(JSON.parse(process.argv[2] ?? "") as FloorOptions);
