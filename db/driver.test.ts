import { DrizzleQueryError } from "drizzle-orm";
import postgres from "postgres";
import { expect, test } from "vitest";
import { isTransient } from "#db/driver.ts";

const answered = (code: string) => Object.assign(new postgres.PostgresError("refused"), { code });
const failed = (properties: object) => Object.assign(new Error("failed"), properties);

test.each([
  ["08006", true],
  ["25006", true],
  ["40001", true],
  ["40P01", true],
  ["42703", true],
  ["42P01", true],
  ["53100", true],
  ["53300", true],
  ["55P03", true],
  ["57P01", true],
  ["22P02", false],
  ["23505", false],
  ["42501", false],
  ["53200", false],
  ["53400", false],
  ["57014", false],
  ["P0001", false],
])("an error of Postgres with the code %s is transient: %s, even inside an error of Drizzle", (code, passes) => {
  expect(isTransient(answered(code))).toBe(passes);
  expect(isTransient(new DrizzleQueryError("select 1", [], answered(code)))).toBe(passes);
});

test.each([
  [{ code: "CONNECTION_CLOSED" }, true],
  [{ code: "CONNECT_TIMEOUT" }, true],
  [{ code: "ECONNREFUSED", syscall: "connect" }, true],
  [{ code: "ECONNRESET", syscall: "read" }, true],
  [{ code: "ENOENT", syscall: "connect" }, true],
  [{ code: "ENOENT", syscall: "open" }, false],
  [{ code: "ERR_INVALID_ARG_TYPE" }, false],
  [{}, false],
])("an error with %j is transient: %s", (properties, passes) => {
  expect(isTransient(failed(properties))).toBe(passes);
  expect(isTransient(new DrizzleQueryError("select 1", [], failed(properties)))).toBe(passes);
});
