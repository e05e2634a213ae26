import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { boundary, formOf } from "#scripts/bench/claims.ts";
import type { Subject } from "#scripts/bench/subject.ts";

/** How often each is begun, in milliseconds. */
const everyMs = { create: 100, read: 100, list: 500, page: 1_000, claim: 4_000 };
type Kind = keyof typeof everyMs | "upload";

/** As long as the proxies of docs/operations.md wait. */
const timeoutMs = 15_000;
const retryMs = 1_000;

/** What a partner saw of one attempt; the status is 0 where there was no answer. */
export interface Answer {
  kind: Kind;
  at: number;
  ms: number;
  status: number;
}

/** A contract that was answered with success, and when its first attempt was made. */
interface Created {
  cid: string;
  at: number;
}

export interface Load {
  answers: Answer[];
  created: Created[];
  /** Answers that no partner expects, such as a 404 of what was just created. */
  refused: string[];
  /** Sends an instance no more, as a proxy does before it is stopped, or again. */
  use(url: string, isUsed: boolean): void;
  /** Begins nothing new, and returns once everything that was begun has been answered with success. */
  stop(): Promise<void>;
}

/**
 * A partner's systems: they create, read and list contracts, declare claims with a document and open a page, at a steady rate and by turns at
 * each instance. As partners are told to, they repeat what got no answer or a 5xx, at the other instance and with the same Idempotency-Key.
 */
export function startLoad(urls: readonly string[], { key, cids, newContract, newClaim, documentType }: Subject): Load {
  const answers: Answer[] = [];
  const created: Created[] = [];
  const refused: string[] = [];
  const used = new Set(urls);
  const underWay = new Set<Promise<void>>();
  let turn = 0;
  const { uid } = newContract as { uid: string };
  const next = (): string => {
    turn += 1;
    const all = [...used];
    return all[turn % all.length] ?? urls[0] ?? "";
  };

  async function attempt(kind: Kind, path: string, init: RequestInit): Promise<{ status: number; body: unknown }> {
    const at = Date.now();
    const started = performance.now();
    const note = (status: number) => answers.push({ kind, at, ms: performance.now() - started, status });
    try {
      const response = await fetch(`${next()}${path}`, { ...init, signal: AbortSignal.timeout(timeoutMs) });
      const text = await response.text();
      note(response.status);
      return { status: response.status, body: kind === "page" ? text : (JSON.parse(text) as unknown) };
    } catch {
      // Cut off, refused, or silent for too long: the partner knows no more.
      note(0);
      return { status: 0, body: undefined };
    }
  }

  async function call(kind: Kind, method: string, path: string, body?: unknown): Promise<unknown> {
    const isForm = body instanceof Buffer;
    const headers = {
      key,
      ...(method !== "GET" && { "idempotency-key": randomUUID() }),
      ...(body !== undefined && { "content-type": isForm ? `multipart/form-data; boundary=${boundary}` : "application/json" }),
    };
    const init: RequestInit = {
      method,
      headers,
      ...(body !== undefined && { body: isForm ? new Uint8Array(body) : JSON.stringify(body) }),
    };
    for (;;) {
      const answer = await attempt(kind, path, init);
      if (answer.status >= 200 && answer.status < 400) return answer.body;
      if (answer.status >= 400 && answer.status < 500 && answer.status !== 409) {
        throw new Error(`${method} ${path} was refused: ${JSON.stringify(answer)}`);
      }
      await pause(retryMs);
    }
  }

  const work: Record<keyof typeof everyMs, () => Promise<unknown>> = {
    async create() {
      const at = Date.now();
      const { contract } = (await call("create", "POST", "/v2/contracts", newContract)) as { contract: { cid: string } };
      created.push({ cid: contract.cid, at });
    },
    read: () => call("read", "GET", `/v2/contracts/${cids[turn % cids.length]}`),
    list: () => call("list", "GET", `/v2/contracts?${new URLSearchParams({ uid, limit: "5" })}`),
    page: () => attempt("page", "/sign-in", {}),
    async claim() {
      const { data } = (await call("claim", "POST", "/v2/claims", newClaim)) as { data: { id: string } };
      await call("upload", "PUT", `/v2/claims/${data.id}/documents`, formOf(documentType));
    },
  };
  const timers = Object.entries(everyMs).map(([kind, ms]) =>
    setInterval(() => {
      const begun = work[kind as keyof typeof everyMs]().then(
        () => undefined,
        (error: unknown) => void refused.push(String(error)),
      );
      underWay.add(begun);
      void begun.finally(() => underWay.delete(begun));
    }, ms),
  );
  return {
    answers,
    created,
    refused,
    use: (url, isUsed) => void (isUsed ? used.add(url) : used.delete(url)),
    async stop() {
      for (const timer of timers) clearInterval(timer);
      await Promise.all(underWay);
    },
  };
}
