import { expect, test } from "vitest";
import { answeredMessage } from "#lib/developer/calls/answered-message.ts";

test.each([
  ['{"status":"error","message":"bad request","error":{"code":1005,"message":"end_date is missing"}}', "end_date is missing"],
  ['{"status":"error","type":"bad_request","message":"uid is missing","code":4000}', "uid is missing"],
  ['{"success":false,"error":{"code":9002,"message":"Invalid API key"}}', "Invalid API key"],
  ['{"status":"success"}', undefined],
  ['{"error":"text","message":7}', undefined],
  ['["a"]', undefined],
  ["null", undefined],
  ["<html>", undefined],
  [null, undefined],
])("the message of the response body %s is %s", (body, message) => {
  expect(answeredMessage(body)).toBe(message);
});
