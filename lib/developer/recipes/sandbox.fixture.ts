import { sql } from "#db/client.ts";
import { waitUntil } from "#e2e/setup/wait-for.ts";
import type { ApiContext } from "#lib/account/worlds/context.ts";
import { mountApi } from "#lib/api/mount.ts";
import { startEndpoint } from "#lib/delivery/deliveries/endpoint.fixture.ts";
import { addWebhook } from "#lib/delivery/deliveries/queue.fixture.ts";
import { startWorker } from "#lib/delivery/deliveries/worker.ts";
import { eventTypes } from "#lib/delivery/event-catalogue.ts";
import { createSender } from "#lib/delivery/webhooks/post.ts";
import { flushCalls } from "#lib/developer/calls/record.ts";
import { captureFrom, fillStep } from "#lib/developer/recipes/recipe.ts";
import { recipes } from "#lib/developer/recipes/recipes.ts";
import { attachOpened, makePartner, registerRenter } from "#lib/insurance/renters/world.fixture.ts";

export interface SampleSandbox {
  context: ApiContext;
  uid: string;
  /** Has every kind of event happen, which takes nearly every write of the API, each under an Idempotency-Key. */
  runRecipes(): Promise<void>;
  /** Reads the lists of the API. */
  readLists(): Promise<void>;
  /** Sends all queued deliveries, to endpoints that answer, and records them. */
  deliverAll(): Promise<void>;
  close(): Promise<void>;
}

const contracts = "/contracts?uid={renter}";
const end = "01JD3W7Q8ZK5T9V0XR2M4N6P8A";

/** Every list of the API, with each of its filters and both ways to page. */
export const apiLists = [
  contracts,
  ...["test=true", "status=open", "product_marked=BC-12345", "internal_id=fleet-0042", "created_after=2027-01-01T00:00:00Z"].map(
    (filter) => `${contracts}&${filter}`,
  ),
  ...[`after=${end}`, "skip=10"].map((page) => `${contracts}&${page}`),
  ...["/claims", "/claims?userId={renter}", "/claims?status=draft", "/claims?status=submitted"],
  ...["/claims?skip=10", "/claims?offset=10", `/claims?after=claim_${end}`],
  ...["/products", "/products?skip=10", `/products?after=prod_${end}`],
  "/renters",
  ...[
    "/events",
    "/events?event_type=v2.contract.created",
    `/events?subject=${end}`,
    `/events?after=evt_${end}`,
    `/events?before=evt_${end}`,
  ],
];

/** A partner's sandbox, with the API in this process and a webhook for every event. */
export async function openSandbox(): Promise<SampleSandbox> {
  const dispatch = await mountApi(".");
  const { keys, contexts } = await makePartner();
  const key = keys.development.text;
  const uid = await registerRenter();
  await attachOpened(contexts.development, uid);
  const endpoint = await startEndpoint();
  await addWebhook(contexts.development.world.id, { url: endpoint.url, eventTypes: [...eventTypes] });
  let requests = 0;

  async function send(method: string, path: string, body?: unknown): Promise<unknown> {
    requests += 1;
    const headers = { key, "content-type": "application/json", ...(method !== "GET" && { "idempotency-key": `key-${requests}` }) };
    const init = { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) };
    const response = await dispatch(new Request(`http://localhost/v2${path}`, init), "192.0.2.1");
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path} is refused: ${text}`);
    return text === "" ? undefined : (JSON.parse(text) as unknown);
  }

  return {
    context: contexts.development,
    uid,
    async runRecipes() {
      for (const eventType of eventTypes) {
        const values: Record<string, string> = { renter: uid };
        for (const step of recipes[eventType].steps) {
          const { now } = (await send("GET", "/sandbox/clock")) as { now: string };
          const { method, path, body } = fillStep(step, values, new Date(now));
          Object.assign(values, captureFrom(step, await send(method, path, body)));
        }
      }
      await flushCalls();
    },
    async readLists() {
      for (const path of apiLists) await send("GET", path.replace("{renter}", encodeURIComponent(uid)));
    },
    async deliverAll() {
      const sender = createSender({ allowedHosts: ["localhost"] });
      const worker = startWorker(sender);
      try {
        await waitUntil(async () => (await sql`select from delivery_queue limit 1`).length === 0);
      } finally {
        await worker.stop();
        await sender.close();
      }
    },
    close: () => endpoint.close(),
  };
}
