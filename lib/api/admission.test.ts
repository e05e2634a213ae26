import { expect, test } from "vitest";
import { checkRequestLine } from "#lib/api/admission.ts";

test.each([
  ["GET", "/"],
  ["HEAD", "/sign-in?x=%ff"],
  ["GET", "/docs/%C3%A9"],
  ["POST", "/api/portal/trpc/account.changePassword"],
  ["TRACE", "/v2/contracts"],
  ["GET", "/v2/%E0%A4%A"],
  ["GET", "/files/%ff?signature=%"],
  ["GET", "/v2/..a/.b/c./...?path=/../\\"],
])("%s %s is admitted", (method, target) => {
  expect(checkRequestLine(method, target)).toBeUndefined();
});

test.each([
  ["OPTIONS", "*", "MALFORMED_REQUEST"],
  ["GET", "http://localhost/v2/contracts", "MALFORMED_REQUEST"],
  ["CONNECT", "localhost:80", "MALFORMED_REQUEST"],
  ["GET", "", "MALFORMED_REQUEST"],
  ["GET", "/%E0%A4%A", "MALFORMED_REQUEST"],
  ["GET", "/v2x/%ff", "MALFORMED_REQUEST"],
  ["GET", "/api/auth/%", "MALFORMED_REQUEST"],
  ["GET", "/./v2/renters", "MALFORMED_REQUEST"],
  ["GET", "/v2/%2E%2e/renters", "MALFORMED_REQUEST"],
  ["GET", "/v2/..?limit=1", "MALFORMED_REQUEST"],
  ["GET", "//v2/renters", "MALFORMED_REQUEST"],
  ["GET", "/v2\\renters", "MALFORMED_REQUEST"],
  ["POST", "/sign-in", "METHOD_NOT_ALLOWED"],
  ["TRACE", "/", "METHOD_NOT_ALLOWED"],
  ["TRACE", "/api/auth/csrf", "METHOD_NOT_ALLOWED"],
])("%s %s is refused as %s", (method, target, error) => {
  expect(checkRequestLine(method, target)?.error).toBe(error);
});
