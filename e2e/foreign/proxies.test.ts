import type { ChildProcess } from "node:child_process";
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { Agent, request } from "node:https";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { findFreePort } from "#db/embedded/free-port.ts";
import { endProgram } from "#db/embedded/supervise.ts";
import { lmd } from "#e2e/api/samples.ts";
import { openCrashingDatabase } from "#e2e/crash/database.ts";
import { makeShop } from "#e2e/crash/shop.ts";
import type { Shop } from "#e2e/crash/shop.ts";
import { findProgram } from "#e2e/foreign/program.ts";
import { makeCertificate, proxies, startProxy } from "#e2e/foreign/proxies.ts";
import { startServer } from "#e2e/setup/server.ts";
import type { ServerUnderTest } from "#e2e/setup/server.ts";
import { waitUntil } from "#e2e/setup/wait-for.ts";
import { uploadLimit } from "#lib/insurance/claims/rules/upload-limits.ts";
import { env } from "#lib/platform/env.ts";
import { readTestSettings } from "#scripts/settings.ts";

// A database of its own, whose instances are restarted and frozen.
const database = await openCrashingDatabase();

const openssl = findProgram("openssl");
const {
  PROXY_ROTATIONS: rotations,
  PROXY_REQUESTS_PER_SECOND: requestsPerSecond,
  PROXY_FREEZE_SECONDS: freezeSeconds,
} = readTestSettings();

interface Answer {
  /** The status, or the code of the error. */
  answer: string;
  ms: number;
}

/** How requests through one proxy were answered. */
interface Outcome extends Answer {
  kind: "read" | "write";
}

const directory = mkdtempSync(join(tmpdir(), "covergate-proxies-"));
const agents: Agent[] = [];
const started: ChildProcess[] = [];
let shop: Shop;
let instances: [ServerUnderTest, ServerUnderTest];

/** server.ts with the settings that it has by itself, but for the pages, which no request here asks for. */
function startInstance(port: number): Promise<ServerUnderTest> {
  const under = { databaseUrl: database.urlOfInstances, dataDirectory: env.DATA_DIR, door: "latePages" as const };
  return startServer(under, { PORT: String(port), TRUST_PROXY: "true", BASE_URL: "https://localhost", DRAIN_SECONDS: "" });
}

beforeAll(async () => {
  // Proxies give up being root.
  chmodSync(directory, 0o755);
  shop = await makeShop();
  instances = [await startInstance(await findFreePort("127.0.0.1")), await startInstance(await findFreePort("127.0.0.1"))];
});

afterAll(async () => {
  for (const agent of agents) agent.destroy();
  for (const proxy of started) await endProgram(proxy);
  for (const { program } of instances) await endProgram(program, "SIGKILL");
  rmSync(directory, { recursive: true });
});

/** Sends requests at even intervals, every third of them a write, until `isOver`; returns when all are answered. */
async function load(url: string, isOver: () => boolean): Promise<Outcome[]> {
  const agent = new Agent({ keepAlive: true, rejectUnauthorized: false });
  agents.push(agent);
  const sent: Promise<Outcome>[] = [];
  for (let turn = 0; !isOver(); turn += 1) {
    sent.push(send(agent, url, turn % 3 === 0 ? "write" : "read"));
    await pause(1000 / requestsPerSecond);
  }
  return Promise.all(sent);
}

interface Sent {
  method: string;
  path: string;
  body?: string | Buffer;
}

async function send(agent: Agent, url: string, kind: Outcome["kind"]): Promise<Outcome> {
  const read = { method: "GET", path: "/v2/products" };
  const sent = kind === "read" ? read : { method: "POST", path: "/v2/contracts", body: JSON.stringify(lmd(shop.uid)) };
  return { kind, ...(await answerOf(agent, url, sent)) };
}

function answerOf(agent: Agent, url: string, { method, path, body = "" }: Sent): Promise<Answer> {
  const at = performance.now();
  const headers = { key: shop.key, "content-type": "application/json", "content-length": Buffer.byteLength(body) };
  return new Promise((resolve) => {
    const over = (answer: string) => resolve({ answer, ms: performance.now() - at });
    request(url + path, { agent, method, headers }, (answer) => {
      answer.resume().once("close", () => over(`${answer.statusCode}${answer.headers["retry-after"] === undefined ? "" : " retry-after"}`));
    })
      .once("error", (error: NodeJS.ErrnoException) => over(error.code ?? error.message))
      .end(body);
  });
}

/** How many were answered how. */
function count(outcomes: Outcome[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { kind, answer } of outcomes) counts[`${kind} ${answer}`] = (counts[`${kind} ${answer}`] ?? 0) + 1;
  return counts;
}

function describeAnswers(outcomes: Outcome[]): string {
  const slowest = Math.max(...outcomes.map(({ ms }) => ms));
  return `${JSON.stringify(count(outcomes))}, the slowest after ${(slowest / 1000).toFixed(1)} s`;
}

function listOthers(outcomes: Outcome[], allowed: string[]): string[] {
  return Object.keys(count(outcomes)).filter((outcome) => !allowed.includes(outcome));
}

/** Sends requests through all proxies at once while something is done to the instances. */
async function loadWhile(urls: Map<string, string>, outcomes: Map<string, Outcome[]>, work: () => Promise<void>): Promise<void> {
  let isOver = false;
  const loads = Array.from(urls, async ([name, url]) => outcomes.set(name, await load(url, () => isOver)));
  await work().finally(() => {
    isOver = true;
  });
  await Promise.all(loads);
}

/** The address of each proxy, by its name. */
const urls = new Map<string, string>();
/** The outcomes of all requests through each proxy, by its name. */
const restarted = new Map<string, Outcome[]>();
const frozen = new Map<string, Outcome[]>();
/** How a call that waits for events was answered by each proxy. */
const waited = new Map<string, Answer>();

/** Sends a request through a proxy, on a connection of its own. */
function sendOne(name: string, sent: Sent): Promise<Answer> {
  const agent = new Agent({ rejectUnauthorized: false });
  agents.push(agent);
  return answerOf(agent, urls.get(name) ?? "", sent);
}

/** All proxies stand in front of the same instances, so that these are restarted and frozen, and calls wait, once for all. */
beforeAll(async () => {
  if (openssl === undefined) return;
  makeCertificate(openssl, directory);
  const addresses = instances.map(({ url }) => new URL(url).host) as [string, string];
  for (const proxy of proxies) {
    if (proxy.program === undefined) continue;
    const { url, process } = await startProxy(proxy, { directory, instances: addresses });
    started.push(process);
    const agent = new Agent({ rejectUnauthorized: false });
    await waitUntil(async () => (await send(agent, url, "read")).answer === "200");
    urls.set(proxy.name, url);
  }
  await loadWhile(urls, restarted, async () => {
    for (let rotation = 0; rotation < rotations; rotation += 1) {
      for (const [index, { program, url }] of instances.entries()) {
        await endProgram(program);
        instances[index] = await startInstance(Number(new URL(url).port));
        // The guide waits as long: by then every proxy has seen that it is ready.
        await pause(5000);
      }
    }
  });
  await loadWhile(urls, frozen, async () => {
    instances[0].program.kill("SIGSTOP");
    await pause(freezeSeconds * 1000);
    instances[0].program.kill("SIGCONT");
  });
  const path = "/v2/events?after=evt_7ZZZZZZZZZZZZZZZZZZZZZZZZZ&wait=25";
  await Promise.all(Array.from(urls.keys(), async (name) => waited.set(name, await sendOne(name, { method: "GET", path }))));
}, 600_000 * rotations);

describe.each(proxies)("behind $name, as the operations guide configures it", ({ name, program }) => {
  const needs = `(needs ${name} and openssl)`;
  const isMissing = program === undefined || openssl === undefined;

  test.skipIf(isMissing)(
    `every request is answered while the instances are restarted one after the other ${needs}`,
    async ({ annotate }) => {
      const outcomes = restarted.get(name) ?? [];
      await annotate(describeAnswers(outcomes));
      expect(outcomes.length).toBeGreaterThan(100);
      expect(listOthers(outcomes, ["read 200", "write 200", "read 503 retry-after", "write 503 retry-after"])).toEqual([]);
    },
  );

  test.skipIf(isMissing)(`a frozen instance costs seconds, and every read is answered by another one ${needs}`, async ({ annotate }) => {
    const outcomes = frozen.get(name) ?? [];
    await annotate(describeAnswers(outcomes));
    expect(outcomes.length).toBeGreaterThan(100);
    // A write may have been done, and is not sent again.
    expect(listOthers(outcomes, ["read 200", "write 200", "write 504"])).toEqual([]);
    expect(Math.max(...outcomes.map(({ ms }) => ms))).toBeLessThan(30_000);
  });

  test.skipIf(isMissing)(`a call waits for events as long as it may ${needs}`, () => {
    expect(waited.get(name)?.answer).toBe("200");
    expect(waited.get(name)?.ms).toBeGreaterThan(25_000);
  });

  test.skipIf(isMissing)(`the largest request that brings documents is answered by Covergate ${needs}`, async () => {
    const path = "/v2/claims/claim_01JD3W7Q8ZK5T9V0XR2M4N6P8A/documents";
    const { answer } = await sendOne(name, { method: "PUT", path, body: Buffer.alloc(uploadLimit, " ") });
    expect(answer).toBe("404");
  });
});
