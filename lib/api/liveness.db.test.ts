import postgres from "postgres";
import { expect, test } from "vitest";
import { sql } from "#db/client.ts";
import { liveness, probes, watchPool } from "#lib/api/liveness.ts";
import { env } from "#lib/platform/env.ts";
import { version } from "#lib/platform/version.ts";

const at = (seconds: number) => new Date(Date.UTC(2027, 0, 1, 9, 0, seconds));
const answers = async () => 1;
const fails = () => Promise.reject(new Error("no connection is free"));

test("a process is alive while its pool answers, and says what runs", async () => {
  const response = await liveness();
  expect(response.status).toBe(200);
  expect(await response.json()).toMatchObject({ status: "ok", version: expect.any(String), migration: version.migration });
});

test("a pool is stuck once it has not answered for a minute although the database does", async () => {
  const look = watchPool({ pool: fails, database: answers, wasHeard: () => false });
  expect([await look(at(0)), await look(at(59)), await look(at(60))]).toEqual(["silent", "silent", "stuck"]);
});

test("a pool is never stuck while the database is away, since a restart would not mend that", async () => {
  const look = watchPool({ pool: fails, database: fails, wasHeard: () => false });
  expect([await look(at(0)), await look(at(600))]).toEqual(["silent", "silent"]);
});

test("an answer in between begins the minute anew", async () => {
  let isAway = true;
  const look = watchPool({ pool: () => (isAway ? fails() : answers()), database: answers, wasHeard: () => false });
  await look(at(0));
  isAway = false;
  expect(await look(at(30))).toBe("answers");
  isAway = true;
  expect([await look(at(50)), await look(at(100)), await look(at(110))]).toEqual(["silent", "silent", "stuck"]);
});

test("a pool whose connections all wait for a lock is not stuck, since a new process would wait as well", async () => {
  const holder = postgres(env.DATABASE_URL, { max: 1 });
  const lock = 7_301_446;
  await holder`select pg_advisory_lock(${lock})`;
  const waiting = Array.from({ length: 2 * env.DATABASE_POOL }, () => sql`select pg_advisory_xact_lock(${lock})`.execute());
  try {
    const look = watchPool(probes);
    expect([await look(at(0)), await look(at(60))]).toEqual(["silent", "silent"]);
  } finally {
    await holder.end();
    await Promise.all(waiting);
  }
});
