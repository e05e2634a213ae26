import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { direct, pool } from "#scripts/bench/api.ts";
import { startProcess } from "#scripts/bench/processes.ts";
import { describeGoals, describeMachine, quantile, table } from "#scripts/bench/report.ts";
import type { BenchOptions } from "#scripts/bench/report.ts";
import { buildIfStale } from "#scripts/build.ts";
import type { Running } from "#server/lifecycle.ts";

const insuredCount = 1000;
/** What a phone sends after it has made a large photo smaller. */
const photoBytes = 300_000;
const photos = ["Photo du vélo dans son ensemble", "Photo de la casse (angle 1)", "Photo de la casse (angle 2)"];

/** Of the kind of which the page needs three; the first bytes say that it is a JPEG. */
const photo = Buffer.concat([Buffer.from("ffd8ffe000104a46494600010100000100010000", "hex"), randomBytes(photoBytes - 20)]);

/** Measures 1,000 insured who open their link and send three photos each, all at once as far as the client's connections go. */
export async function measureClaimLinks(
  running: Running,
  settings: Record<string, string> & { DATA_DIR: string },
  { connections }: BenchOptions,
): Promise<string> {
  await buildIfStale(running);
  // Imported late: they read the settings.
  const [{ prepareSubject }, { sql }] = await Promise.all([import("#scripts/bench/subject.ts"), import("#db/client.ts")]);
  const { key, newClaim, postgresVersion } = await prepareSubject(running, settings.DATA_DIR);
  const { url, pid } = await startProcess(running, { ...settings, DATABASE_POOL: String(pool) }, () => direct);
  const ask = async (path: string, body: unknown): Promise<{ id: string; url: string }> => {
    const headers = { key, "content-type": "application/json" };
    const response = await fetch(`${url}/v2${path}`, { method: "POST", headers, body: JSON.stringify(body) });
    if (!response.ok) throw new Error(`${path}: ${await response.text()}`);
    return ((await response.json()) as { data: { id: string; url: string } }).data;
  };
  const claims: string[] = [];
  const pages: string[] = [];
  await work(8, insuredCount, async (place) => {
    const { id } = await ask("/claims", newClaim);
    const link = await ask(`/claims/${id}/links`, {});
    claims[place] = id;
    pages[place] = `${url}${new URL(link.url).pathname}`;
  });

  const idleMb = memoryOf(pid, "VmRSS");
  const opened: number[] = [];
  const sent: number[] = [];
  const started = performance.now();
  await work(connections, insuredCount, async (place) => {
    const page = pages[place] ?? "";
    await timed(opened, () => fetch(page));
    for (const type of photos) await timed(sent, () => send(page, type));
  });
  const seconds = (performance.now() - started) / 1000;
  const mostMb = memoryOf(pid, "VmHWM");
  const [kept] = await sql<[{ submitted: number; documents: number; events: number; strays: number }]>`
    select (select count(*)::int from claims where id = any(${claims}) and status = 'submitted') as submitted,
      (select count(*)::int from claim_documents where claim_id = any(${claims}) and replaced_at is null and size_bytes = ${photoBytes}) as documents,
      (select count(*)::int from events where subject_id = any(${claims}) and event_type = 'v2.claim.document.uploaded') as events,
      (select count(*)::int from stray_files) as strays`;
  const isWhole =
    kept.submitted === insuredCount &&
    kept.documents === insuredCount * photos.length &&
    kept.events === insuredCount * photos.length &&
    kept.strays === 0;
  const row = (name: string, times: readonly number[]) => [name, count(times.length), ms(quantile(times, 0.5)), ms(quantile(times, 0.99))];
  return [
    describeMachine(postgresVersion, []),
    "",
    `${count(insuredCount)} insured with a link each open its page and send three photos of ${photoBytes / 1000} kB, ${connections} of them at any moment: the client runs on the same cores. It took ${seconds.toFixed(0)} s, ${ms(sent.length / seconds)} photos a second; the memory of the server was ${idleMb} MB before and ${mostMb} MB at most.`,
    "",
    ...describeGoals([
      {
        goal: "Nothing is lost or twice",
        measured: `${count(kept.submitted)} claims submitted, ${count(kept.documents)} documents, ${count(kept.events)} events, ${count(kept.strays)} stray files`,
        met: isWhole,
      },
    ]),
    "",
    ...table(["", "requests", "p50 ms", "p99 ms"], [row("page of the link", opened), row("a photo, until its answer", sent)]),
  ].join("\n");
}

const ms = (value: number) => Math.round(value).toLocaleString("en");
const count = (value: number) => value.toLocaleString("en");

/** Does something `times` times, `atOnce` of them at any moment. */
async function work(atOnce: number, times: number, one: (place: number) => Promise<void>): Promise<void> {
  let next = 0;
  const go = async () => {
    while (next < times) {
      const place = next;
      next += 1;
      await one(place);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, go));
}

/** Notes how long an answer took, its body included. A refusal ends the benchmark. */
async function timed(times: number[], request: () => Promise<Response>): Promise<void> {
  const started = performance.now();
  const response = await request();
  const body = await response.text();
  if (!response.ok) throw new Error(`${response.status}: ${body.slice(0, 200)}`);
  times.push(performance.now() - started);
}

function send(page: string, type: string): Promise<Response> {
  const form = new FormData();
  form.set("type", type);
  form.set("title", type);
  form.set("file", new Blob([photo]), "photo.jpg");
  const headers = { accept: "application/json", "idempotency-key": crypto.randomUUID() };
  return fetch(`${page}/documents`, { method: "POST", body: form, headers });
}

/** The memory of a process in MB, as Linux tells it. */
function memoryOf(pid: number, name: "VmRSS" | "VmHWM"): number {
  const found = new RegExp(`^${name}:\\s+(\\d+) kB`, "m").exec(readFileSync(`/proc/${pid}/status`, "utf8"));
  return Math.round(Number(found?.[1]) / 1024);
}
