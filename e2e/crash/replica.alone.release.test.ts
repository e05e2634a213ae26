import { afterAll, describe, expect, onTestFinished, test, vi } from "vitest";
import { sql } from "#db/client.ts";
import { readOnReplica } from "#db/replica.ts";
import { lmd } from "#e2e/api/samples.ts";
import { makeShop } from "#e2e/crash/shop.ts";
import { startInstance } from "#e2e/crash/start-instance.ts";
import { waitFor } from "#e2e/setup/wait-for.ts";
import { log } from "#lib/platform/log/log.ts";
import { metrics } from "#lib/platform/metrics/metrics.ts";
import { runAdmin } from "#scripts/admin/program.ts";

const isLinux = process.platform === "linux";
const opened = await vi.hoisted(async () => {
  if (process.platform !== "linux") return undefined;
  const { completeEnvironment } = await import("#scripts/settings.ts");
  const { openReplicatedDatabase } = await import("#e2e/crash/replicated.ts");
  const replicated = await openReplicatedDatabase({ asynchronous: true });
  completeEnvironment({ DATABASE_REPLICA_URL: replicated.urlOf(replicated.standby.port) });
  return replicated;
});

afterAll(() => sql.end());

interface Seen {
  isReplica: boolean;
  rows: number;
}

function database(): NonNullable<typeof opened> {
  if (opened === undefined) throw new Error("there is no database");
  return opened;
}

async function readNotes(): Promise<Seen> {
  const [seen] = await readOnReplica(
    (server) => server<[Seen]>`select pg_is_in_recovery() as "isReplica", (select count(*)::int from notes) as rows`,
  );
  return seen;
}

async function untilReadsAreOn(isReplica: boolean): Promise<void> {
  await waitFor(async () => expect(await readNotes()).toMatchObject({ isReplica }));
}

let notes = 0;
async function write(): Promise<void> {
  await sql`insert into notes values ('written')`;
  notes += 1;
}

async function examineReplica(): Promise<unknown> {
  let out = "";
  await runAdmin(["--json", "doctor"], { withDatabase: (work) => work(), print: (text) => (out += text), complain: (text) => text });
  return (JSON.parse(out) as Record<string, unknown>)["replica"];
}

const lag = async () => (await metrics.replicaLag.get()).values[0]?.value ?? Number.NaN;

describe.skipIf(!isLinux)("beside a streaming replica", () => {
  test("reads go to the replica, and see what was committed before them", async () => {
    await sql`create table notes (text text)`;
    await untilReadsAreOn(true);
    let onReplica = 0;
    for (let turn = 0; turn < 300; turn += 1) {
      await write();
      const seen = await readNotes();
      expect(seen.rows).toBe(notes);
      if (seen.isReplica) onReplica += 1;
    }
    process.stdout.write(`${onReplica} of 300 reads right after a write were answered by the replica\n`);
    expect(onReplica).toBeGreaterThan(0);
    await waitFor(async () => expect(await lag()).toBeLessThan(3));
  });

  test("what the replica has not replayed is read from the primary, and the lag is known", async () => {
    const { look } = database();
    await untilReadsAreOn(true);
    await look`select pg_wal_replay_pause()`;
    for (let turn = 0; turn < 20; turn += 1) {
      await write();
      expect(await readNotes()).toEqual({ isReplica: false, rows: notes });
    }
    await waitFor(async () => expect(await lag()).toBeGreaterThan(3));
    await look`select pg_wal_replay_resume()`;
    await untilReadsAreOn(true);
    expect(await readNotes()).toMatchObject({ rows: notes });
    await waitFor(async () => expect(await lag()).toBeLessThan(3));
  });

  test("a read that the replica fails is answered by the primary", async () => {
    await untilReadsAreOn(true);
    // Fails like a read on the replica whose rows the primary has vacuumed.
    const seen = await readOnReplica(async (server) => {
      await server.unsafe(`do $$ begin if pg_is_in_recovery() then raise exception sqlstate '40001'; end if; end $$`);
      return server<[Seen]>`select pg_is_in_recovery() as "isReplica"`;
    });
    expect(seen[0]).toEqual({ isReplica: false });
  });

  test("reads that a silent replica holds up are answered by the primary, later ones do not ask it, and it is used again", async () => {
    await untilReadsAreOn(true);
    database().freeze("standby");
    const warned = vi.spyOn(log, "warn").mockReturnValue();
    onTestFinished(() => warned.mockRestore());
    const failures = () => warned.mock.calls.filter(([, text]) => text === "the replica failed; the primary is asked instead").length;
    const first = await Promise.all(Array.from({ length: 50 }, readNotes));
    const before = failures();
    const later = await Promise.all(Array.from({ length: 50 }, readNotes));
    database().thaw("standby");
    for (const seen of [...first, ...later]) expect(seen).toEqual({ isReplica: false, rows: notes });
    expect(before).toBeGreaterThan(0);
    expect(failures()).toBe(before);
    await untilReadsAreOn(true);
  });

  test("a read in the middle of which the replica goes silent is answered by the primary", async () => {
    await untilReadsAreOn(true);
    const { look, freeze, thaw } = database();
    const reading = readOnReplica((server) => server<[Seen]>`select pg_is_in_recovery() as "isReplica" from pg_sleep(1)`);
    await waitFor(async () =>
      expect(await look`select from pg_stat_activity where query like '%pg_sleep(1)%' and pid <> pg_backend_pid()`).toHaveLength(1),
    );
    freeze("standby");
    const [seen] = await reading;
    thaw("standby");
    expect(seen).toEqual({ isReplica: false });
  });

  test("a partner finds what it created in lists of another instance at once", async () => {
    const { urlOf, primary, standby } = database();
    const token = "a-token-of-the-tests";
    const place = {
      urlOfInstances: urlOf(primary.port),
      socket: "",
      more: { DATABASE_REPLICA_URL: urlOf(standby.port), METRICS_TOKEN: token },
    };
    const settings = { lease: { lastsMs: 3_000, attemptMs: 1_700 }, timeoutMs: 1_500, overTcp: true } as const;
    const [one, other] = await Promise.all([startInstance(place, "", settings), startInstance(place, "", settings)]);
    const { key, uid } = await makeShop();
    const headers = { key, "content-type": "application/json" };
    const readsOfReplica = async () => {
      const response = await fetch(`${other.url}/metrics`, { headers: { authorization: `Bearer ${token}` } });
      return Number(/db_replica_reads_total\{server="replica"\} (\d+)/.exec(await response.text())?.[1] ?? 0);
    };
    const list = async (path: string) =>
      (await fetch(`${other.url}/v2${path}`, { headers })).json() as Promise<Record<string, { cid: string; subject: string }[]>>;
    const contracts = () => list(`/contracts?uid=${uid}`);
    await waitFor(async () => {
      await contracts();
      expect(await readsOfReplica()).toBeGreaterThan(0);
    });
    const before = await readsOfReplica();
    for (let turn = 0; turn < 40; turn += 1) {
      const created = await fetch(`${one.url}/v2/contracts`, { method: "POST", headers, body: JSON.stringify(lmd(uid)) });
      const { contract } = (await created.json()) as { contract: { cid: string } };
      const [listed, events] = await Promise.all([contracts(), list("/events?limit=5")]);
      expect(listed["contracts"]?.[0]?.cid).toBe(contract.cid);
      expect(events["events"]?.map(({ subject }) => subject)).toContain(contract.cid);
    }
    const used = (await readsOfReplica()) - before;
    process.stdout.write(`the replica answered ${used} of 80 lists right after a write\n`);
    expect(used).toBeGreaterThan(0);
  });

  test("a promoted replica, which no longer follows, is not read, and the doctor says so", async () => {
    await untilReadsAreOn(true);
    expect(await examineReplica()).toMatchObject({ state: "good" });
    await database().promote();
    await write();
    expect(await readNotes()).toMatchObject({ isReplica: false, rows: notes });
    expect(await examineReplica()).toMatchObject({ state: "wrong", says: expect.stringContaining("follows none") as string });
  });
});
