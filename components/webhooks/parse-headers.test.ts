import { expect, test } from "vitest";
import { parseHeaders } from "#components/webhooks/check-signature-dialog.tsx";

const headers = { "webhook-id": "evt_1", "webhook-signature": "v1,a+b/c= v1,d" };

test.each([
  ["lines of HTTP", "POST /hooks HTTP/1.1\r\nWebhook-Id: evt_1\r\nwebhook-signature: v1,a+b/c= v1,d\r\n"],
  ["an object of JSON", JSON.stringify({ "Webhook-Id": ["evt_1"], "webhook-signature": "v1,a+b/c= v1,d" })],
  ["an object as a console prints it", "{\n  'webhook-id': 'evt_1',\n  'webhook-signature': 'v1,a+b/c= v1,d',\n}"],
])("headers are parsed from %s", (_name, text) => {
  expect(parseHeaders(text)).toEqual(headers);
});
