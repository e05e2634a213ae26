import { IncomingMessage, ServerResponse } from "node:http";
import { Socket } from "node:net";
import { DrizzleQueryError } from "drizzle-orm";
import { expect, test } from "vitest";
import { describeError } from "#lib/platform/log/log.ts";

test("the log of an error has its name, message, code and stack, and nothing of what hangs on it", () => {
  const response = new ServerResponse(new IncomingMessage(new Socket()));
  response.setHeader("set-cookie", "covergate-session=secret");
  const carried = { emitter: response, headers: { key: "secret" }, input: "https://a:secret@example.com" };
  const error = Object.assign(new TypeError("it failed"), { code: "E1", status: 503, ...carried });
  const described = describeError(error);
  expect(described).toEqual({ type: "TypeError", message: "it failed", stack: error.stack, code: "E1", status: 503 });
  expect(JSON.stringify(described)).not.toContain("secret");
});

test("causes are part of the message, and several errors are each described", () => {
  expect(describeError(new Error("outer", { cause: new Error("inner") }))).toMatchObject({ message: "outer: inner" });
  expect(describeError(new AggregateError([Object.assign(new Error("refused"), { code: "ECONNREFUSED" })], "all failed"))).toMatchObject({
    message: "all failed",
    errors: [{ message: "refused", code: "ECONNREFUSED" }],
  });
  expect(describeError("a text")).toEqual({ message: "a text" });
});

test("a failed query is described by its cause, without its parameters", () => {
  const failed = new DrizzleQueryError("select $1", ["personal"], new Error("connection lost"));
  expect(JSON.stringify(describeError(failed))).not.toContain("personal");
  expect(describeError(failed)).toMatchObject({ message: "connection lost" });
});
