import { afterAll, describe, expect, test } from "vitest";
import { s3Settings, startS3Server } from "#e2e/documents/s3-server.ts";
import { testStrayFiles } from "#e2e/documents/stray-files-suite.ts";
import { useOwnDatabase } from "#e2e/setup/own-database.ts";
import { changeSettings } from "#e2e/setup/settings.ts";
import { runAdmin } from "#scripts/admin/program.ts";

await useOwnDatabase();
// Small pages, so that each list has several.
const store = await startS3Server({ pageSize: 7 });
changeSettings({ ...s3Settings, STORAGE_ENDPOINT: store.url });
afterAll(() => store.close());

describe("stray files of a bucket", () => {
  testStrayFiles(() => ({
    list: async () => [...store.objects.keys()].toSorted(),
    put: async (key, bytes, modifiedAt) => void store.objects.set(key, { bytes, contentType: undefined, modifiedAt }),
    async age(key, modifiedAt) {
      const object = store.objects.get(key);
      if (object === undefined) throw new Error(`there is no ${key}`);
      object.modifiedAt = modifiedAt;
    },
    remove: async (key) => void store.objects.delete(key),
  }));

  test("every request is signed as S3 requires", () => expect(store.refused).toEqual([]));

  test("a store that is away is said to be, in one sentence", async () => {
    await store.close();
    let error = "";
    const code = await runAdmin(["stray-files"], {
      withDatabase: (work) => work(),
      print: () => undefined,
      complain: (text) => (error += text),
    });
    expect(code).toBe(1);
    expect(error).toMatch(/^The documents could not be listed: .*ECONNREFUSED.*\.$/);
  });
});
