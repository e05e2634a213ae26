import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { detectType } from "#lib/platform/files/detect-type.ts";

const pdf = "%PDF-1.7\n1 0 obj\n";
const sample = (name: string) => readFile(join(import.meta.dirname, "../../../e2e/documents/files", name));

/** The beginning of a file that names these brands, the major one first. */
function withBrands(...[major = "", ...compatible]: string[]): Buffer {
  const box = Buffer.concat([Buffer.from(`....ftyp${major}`), Buffer.alloc(4), Buffer.from(compatible.join(""))]);
  box.writeUInt32BE(box.length);
  return Buffer.concat([box, Buffer.alloc(64)]);
}

// rules/claims.md#upload-9
describe("the type of a file", () => {
  test.each([
    ["at once", pdf],
    ["after a line feed", `\n${pdf}`],
    ["after a byte order mark", `\uFEFF${pdf}`],
    ["at the last place that readers accept", `${" ".repeat(1019)}${pdf}`],
  ])("is PDF for a file whose header stands %s", async (_where, text) => {
    expect(await detectType(Buffer.from(text))).toBe("application/pdf");
  });

  test("is not PDF for a page in front of a PDF", async () => {
    expect(await detectType(Buffer.from(`<script>alert(1)</script>${pdf}`))).toBeUndefined();
  });

  test("is not PDF for a file whose header comes later", async () => {
    expect(await detectType(Buffer.from(`${" ".repeat(1020)}${pdf}`))).toBeUndefined();
  });

  test.each([
    [["heic"], "image/heic"],
    [["heim", "mif1"], "image/heic"],
    [["mif1", "heic"], "image/heif"],
    [["isom", "heix"], "image/heic"],
    [["msf1", "iso8"], "image/heif"],
    [["mif1"], "image/heif"],
    [["avif", "mif1"], "image/avif"],
    [["isom", "mp42"], "video/mp4"],
  ])("is that of the brands %j", async (brands, type) => {
    expect(await detectType(withBrands(...brands))).toBe(type);
  });

  test.each([
    ["photo.heic", "image/heic"],
    ["photo.heif", "image/heif"],
  ])("of %s is %s", async (name, type) => {
    expect(await detectType(await sample(name))).toBe(type);
  });
});
