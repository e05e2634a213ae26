import { randomUUID } from "node:crypto";
import { expect } from "vitest";
import { lcd } from "#e2e/api/samples.ts";
import { waitFor } from "#e2e/setup/wait-for.ts";

interface Shop {
  key: string;
  uid: string;
}

export interface SteadyLoad {
  /** By status; 0 stands for a request that got no answer. */
  statuses: Map<number, number>;
  /** The contracts that were answered, with their prices. */
  contracts: Map<string, number>;
  slowestMs: number;
  /** From now on requests go to these instances in turn; returns when none is under way to another. */
  turnTo(...urls: string[]): Promise<void>;
  /** Returns after as many more answers. */
  pass(answers: number): Promise<void>;
  stop(): Promise<void>;
}

/** Sends so many requests a second, whether earlier ones are answered or not: contracts that are created and read, and lists. */
export function startLoad({ key, uid }: Shop, perSecond: number, first: string): SteadyLoad {
  let targets = [first];
  let sent = 0;
  let answered = 0;
  const underWay = new Map<Promise<void>, string>();
  const load: Pick<SteadyLoad, "statuses" | "contracts" | "slowestMs"> = { statuses: new Map(), contracts: new Map(), slowestMs: 0 };

  const ask = async (url: string, turn: number) => {
    const started = performance.now();
    const [last] = [...load.contracts.keys()].slice(-1);
    const isCreation = turn % 2 === 0 || last === undefined;
    const path = isCreation ? "/v2/contracts" : turn % 4 === 1 ? `/v2/contracts/${last}` : `/v2/contracts?uid=${uid}&limit=5`;
    const headers = { key, "content-type": "application/json", ...(isCreation && { "idempotency-key": randomUUID() }) };
    const answer = await fetch(`${url}${path}`, {
      method: isCreation ? "POST" : "GET",
      headers,
      body: isCreation ? JSON.stringify(lcd(uid)) : null,
    }).catch(() => undefined);
    const { contract } = ((await answer?.json().catch(() => ({}))) ?? {}) as { contract?: { cid: string; price: number } };
    const status = answer?.status ?? 0;
    load.statuses.set(status, (load.statuses.get(status) ?? 0) + 1);
    if (isCreation && contract !== undefined) load.contracts.set(contract.cid, contract.price);
    load.slowestMs = Math.max(load.slowestMs, performance.now() - started);
    answered += 1;
  };
  const timer = setInterval(() => {
    const url = targets[sent % targets.length] ?? first;
    const request: Promise<void> = ask(url, sent).finally(() => underWay.delete(request));
    underWay.set(request, url);
    sent += 1;
  }, 1000 / perSecond);

  return Object.assign(load, {
    async turnTo(...urls: string[]) {
      targets = urls;
      await Promise.all([...underWay].flatMap(([request, url]) => (urls.includes(url) ? [] : [request])));
    },
    async pass(more: number) {
      const goal = answered + more;
      await waitFor(() => expect(answered).toBeGreaterThanOrEqual(goal));
    },
    async stop() {
      clearInterval(timer);
      await Promise.all(underWay.keys());
    },
  });
}

const callers = 8;

/** Creates so many contracts, as fast as an instance answers. */
export async function createMany(url: string, { key, uid }: Shop, count: number): Promise<void> {
  let begun = 0;
  const headers = { key, "content-type": "application/json" };
  await Promise.all(
    Array.from({ length: callers }, async () => {
      while (begun < count) {
        begun += 1;
        const answer = await fetch(`${url}/v2/contracts`, { method: "POST", headers, body: JSON.stringify(lcd(uid)) });
        if (!answer.ok) throw new Error(await answer.text());
        await answer.arrayBuffer();
      }
    }),
  );
}
