import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { setImmediate as turnIsOver } from "node:timers/promises";
import { decode } from "jpeg-js";
import { describe, expect, test } from "vitest";
import { NotDecodable, heicLimits, heicToJpeg } from "#lib/platform/files/heic-to-jpeg.ts";

const sample = (name: string) => readFile(join(import.meta.dirname, "../../../e2e/documents/files", name));

// rules/claims.md#upload-10
describe("a HEIC photo as a JPEG", () => {
  test("has the picture, turned as the phone was held", async () => {
    const { width, height, data } = decode(await heicToJpeg(await sample("phone-photo.heic")), { useTArray: true });
    expect([width, height]).toEqual([240, 320]);
    const [[topRed = 0, , topBlue = 0], [bottomRed = 0, , bottomBlue = 0]] = [data.subarray(0, 4), data.subarray(-4)];
    expect(topRed - topBlue).toBeGreaterThan(100);
    expect(bottomBlue - bottomRed).toBeGreaterThan(100);
  });

  test("is reduced where it is wider than a screen can show", async () => {
    const { width, height, data } = decode(await heicToJpeg(await sample("wide-photo.heic")), { useTArray: true });
    expect([width, height]).toEqual([2200, 1100]);
    const middle = data.subarray(4 * (550 * 2200 + 1100));
    expect(Math.hypot((middle[0] ?? 0) - 30, (middle[1] ?? 0) - 160, (middle[2] ?? 0) - 60)).toBeLessThan(12);
  });

  test("does not hold up anything else while it is made", async () => {
    let isMade = false;
    const made = heicToJpeg(await sample("wide-photo.heic")).finally(() => (isMade = true));
    let turns = 0;
    for (; !isMade; turns += 1) await turnIsOver();
    await made;
    // In this thread, decoding would take one turn.
    expect(turns).toBeGreaterThan(100);
  });
});

describe("no JPEG is made of", () => {
  test.each([
    ["a text", async () => Buffer.from("no picture"), heicLimits],
    ["a photo that broke off", async () => (await sample("phone-photo.heic")).subarray(0, 900), heicLimits],
    ["a photo of too many pixels", () => sample("huge-photo.heic"), heicLimits],
    ["a photo that needs too much memory", () => sample("huge-photo.heic"), { ...heicLimits, pixels: Infinity, bytes: 256 * 1024 ** 2 }],
    ["a photo that claims to be small", async () => claimingToBeSmall(await sample("huge-photo.heic")), heicLimits],
    ["a photo that takes too long", () => sample("wide-photo.heic"), { ...heicLimits, ms: 50 }],
  ])("%s", async (_what, read, limits) => {
    await expect(heicToJpeg(await read(), limits)).rejects.toBeInstanceOf(NotDecodable);
  });
});

/** The file with another size in its boxes `ispe` than in its coded picture. */
function claimingToBeSmall(heic: Buffer): Buffer {
  const changed = Buffer.from(heic);
  for (let at = changed.indexOf("ispe"); at !== -1; at = changed.indexOf("ispe", at + 4)) {
    changed.writeUInt32BE(64, at + 8);
    changed.writeUInt32BE(64, at + 12);
  }
  return changed;
}
