import { Readable } from "node:stream";
import { expect, test } from "vitest";
import { answerFile } from "#lib/api/file.ts";

const served = (mimeType: string, disposition: string) =>
  answerFile({ content: Readable.from([Buffer.from("abc")]), mimeType, sizeBytes: 3, disposition });

test.each([
  ["image/jpeg", "inline"],
  ["image/jpeg", "attachment"],
  ["application/pdf", "attachment"],
  ["application/pdf", "inline"],
])("a file of type %s served %s runs no scripts", (mimeType, disposition) => {
  const { headers } = served(mimeType, `${disposition}; filename="a"`);
  expect(Object.fromEntries(headers)).toMatchObject({
    "content-type": mimeType,
    "content-length": "3",
    "content-disposition": `${disposition}; filename="a"`,
    "x-content-type-options": "nosniff",
    "cache-control": "no-store",
  });
  const policy = headers.get("content-security-policy")?.split("; ");
  expect(policy).toEqual(expect.arrayContaining(["default-src 'none'", "frame-ancestors 'self'", "sandbox"]));
});

test("a file is served with exactly its bytes", async () => {
  expect(await served("image/png", "inline").text()).toBe("abc");
});
