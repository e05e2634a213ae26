import { afterAll, expect, test } from "vitest";
import { s3Settings, startS3Server } from "#e2e/documents/s3-server.ts";
import { testDocuments } from "#e2e/documents/suite.ts";
import { useOwnDatabase } from "#e2e/setup/own-database.ts";
import { changeSettings } from "#e2e/setup/settings.ts";

await useOwnDatabase();
const store = await startS3Server();
changeSettings({ ...s3Settings, STORAGE_ENDPOINT: store.url });
afterAll(() => store.close());

testDocuments(() => ({ list: async () => [...store.objects.keys()] }));

test("every request to the store is signed as S3 requires, and only altered links are refused", () => {
  expect(store.objects.size).toBeGreaterThan(0);
  expect(store.refused.filter((error) => !error.startsWith("GET "))).toEqual([]);
});
