import { expect, test } from "vitest";
import { liveness, watchPool } from "#lib/http/liveness.ts";

const at = (seconds: number) => new Date(Date.UTC(2027, 0, 1, 9, 0, seconds));
const answers = async () => 1;
const fails = () => Promise.reject(new Error("no connection is free"));

test("a process is alive while its pool answers, and says what runs", async () => {
  const response = await liveness();
  expect(response.status).toBe(200);
  expect(await response.json()).toMatchObject({ status: "ok", version: expect.any(String), migration: expect.stringMatching(/^\d{4}_/) });
});

test("a pool is stuck once it has not answered for a minute although the database does", async () => {
  const look = watchPool({ pool: fails, database: answers });
  expect([await look(at(0)), await look(at(59)), await look(at(60))]).toEqual(["silent", "silent", "stuck"]);
});

test("a pool is never stuck while the database is away, since a restart would not mend that", async () => {
  const look = watchPool({ pool: fails, database: fails });
  expect([await look(at(0)), await look(at(600))]).toEqual(["silent", "silent"]);
});

test("an answer in between begins the minute anew", async () => {
  let isAway = true;
  const look = watchPool({ pool: () => (isAway ? fails() : answers()), database: answers });
  await look(at(0));
  isAway = false;
  expect(await look(at(30))).toBe("answers");
  isAway = true;
  expect([await look(at(50)), await look(at(100)), await look(at(110))]).toEqual(["silent", "silent", "stuck"]);
});
