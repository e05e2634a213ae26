import { mkdtempSync, readdirSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { assertWritable, readArchive, writeArchive } from "#lib/moves/archive.ts";

const directory = mkdtempSync(join(tmpdir(), "covergate-archive-"));
const passphrase = "correct horse battery staple";
afterAll(() => rmSync(directory, { recursive: true }));

test("an archive has the lines that were written, under its passphrase alone", async () => {
  const file = join(directory, "whole.age");
  const lines = [{ header: "é" }, { rows: Array.from({ length: 5000 }, (_none, index) => ({ index })) }];
  const written = await writeArchive(file, passphrase, streamOf(lines));
  expect(written).toEqual({ bytes: expect.any(Number) as number, sha256: expect.stringMatching(/^[\da-f]{64}$/) as string });
  expect(readdirSync(directory)).toEqual(["whole.age"]);
  expect(await Array.fromAsync(readArchive(file, passphrase))).toEqual(lines);
  await expect(Array.fromAsync(readArchive(file, `${passphrase}!`))).rejects.toThrow("the passphrase is another one");
});

test("an archive in a directory that is not there is refused before anything is read", async () => {
  await expect(assertWritable(join(directory, "none/of.age"))).rejects.toThrow(/^nothing can be written to .*none\/of\.age \(ENOENT/);
});

test("an archive in the place of a directory is refused before anything is read", async () => {
  await expect(assertWritable(directory)).rejects.toThrow(/^nothing can be written to .*: it is a directory/);
  await expect(assertWritable(`${directory}/`)).rejects.toThrow("it is a directory");
});

test.each([
  ["is not there", join(directory, "none.age"), "ENOENT"],
  ["is a directory", directory, "EISDIR"],
])("an archive that %s is refused for that, not for its passphrase", async (_what, file, code) => {
  await expect(Array.fromAsync(readArchive(file, passphrase))).rejects.toThrow(`${file} cannot be read (${code}`);
});

test.each([
  ["on a full disk", async () => undefined, "ENOSPC"],
  [
    "whose lines fail",
    async () => {
      throw new Error("the database went away");
    },
    "the database went away",
  ],
])("an archive %s ends with that failure, and lets go of its lines", async (_where, fail, message) => {
  const file = join(directory, "cut.age");
  symlinkSync("/dev/full", `${file}.part`);
  let isReleased = false;
  async function* lines(): AsyncGenerator<object> {
    try {
      for (let index = 0; ; index += 1) {
        if (index > 100) await fail();
        yield { index, noise: crypto.randomUUID() };
      }
    } finally {
      isReleased = true;
    }
  }
  await expect(writeArchive(file, passphrase, lines())).rejects.toThrow(message);
  expect(isReleased).toBe(true);
  rmSync(`${file}.part`);
});

async function* streamOf(lines: readonly object[]): AsyncGenerator<object> {
  yield* lines;
}
