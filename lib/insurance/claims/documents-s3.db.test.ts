import { afterAll, expect, test, vi } from "vitest";
import type { S3Server } from "#e2e/documents/s3-server.ts";
import { testDocuments } from "#e2e/documents/suite.ts";

const store = await vi.hoisted(async (): Promise<S3Server> => {
  await (await import("#e2e/setup/own-database.ts")).useOwnDatabase();
  const { s3Settings, startS3Server } = await import("#e2e/documents/s3-server.ts");
  const { completeEnvironment } = await import("#scripts/settings.ts");
  const server = await startS3Server();
  completeEnvironment({ ...s3Settings, STORAGE_ENDPOINT: server.url });
  return server;
});
afterAll(() => store.close());

testDocuments(() => ({ list: async () => [...store.objects.keys()] }));

test("every request to the store is signed as S3 requires, and only altered links are refused", () => {
  expect(store.objects.size).toBeGreaterThan(0);
  expect(store.refused.filter((error) => !error.startsWith("GET "))).toEqual([]);
});
