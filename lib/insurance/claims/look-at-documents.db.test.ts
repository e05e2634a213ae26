import { mkdtempSync } from "node:fs";
import { readFile, readdir } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { afterAll, expect, test } from "vitest";
import { bikePhoto, firstPhoto, makeInsured, secondPhoto } from "#e2e/documents/claims.ts";
import { inJson, openDoor, upload } from "#e2e/documents/door.ts";
import { useOwnDatabase } from "#e2e/setup/own-database.ts";
import { changeSettings } from "#e2e/setup/settings.ts";
import { operatorContext } from "#lib/account/users/roles.ts";
import { readForDesk } from "#lib/insurance/claims/read.ts";
import { sweepStrayFiles } from "#lib/insurance/claims/stray-files.ts";
import { openAsJpeg, openDocument } from "#lib/insurance/claims/upload.ts";
import { env } from "#lib/platform/env.ts";
import { detectType } from "#lib/platform/files/detect-type.ts";

await useOwnDatabase();
changeSettings({ DATA_DIR: mkdtempSync(`${tmpdir()}/covergate-looks-`) });

const readSample = (name: string) => readFile(join(import.meta.dirname, "../../../e2e/documents/files", name));
const list = () => readdir(join(env.DATA_DIR, "documents"));
const [jpeg, png, heic] = await Promise.all([readSample("photo.jpg"), readSample("photo.png"), readSample("phone-photo.heic")]);
const [insured, door] = await Promise.all([makeInsured(), openDoor()]);
const put = (claim: string, body: unknown) => upload(door.url, insured.key, claim, body);
afterAll(() => door.close());

// rules/claims.md#upload-11
test("the same file in several documents is pointed out to claim handlers, within a claim and in others of the environment", async () => {
  const [claim, other, stranger] = [await insured.makeClaim(), await insured.makeClaim(), await makeInsured()];
  await put(claim, [inJson(bikePhoto, jpeg), inJson(firstPhoto, jpeg), inJson(secondPhoto, png)]);
  await put(other, inJson(bikePhoto, jpeg));
  // A file that was replaced, and one of another partner.
  await put(other, inJson(firstPhoto, jpeg));
  await put(other, inJson(firstPhoto, png));
  await upload(door.url, stranger.key, await stranger.makeClaim(), inJson(bikePhoto, jpeg));
  const { documents } = await readForDesk(operatorContext("ops", new Date()), claim);
  const found = documents.map(({ type, sameFiles }) => [type, sameFiles.map((same) => [same.claim.id, same.type])]);
  expect(Object.fromEntries(found)).toMatchObject({
    [bikePhoto]: [
      [claim, firstPhoto],
      [other, bikePhoto],
    ],
    [firstPhoto]: [
      [claim, bikePhoto],
      [other, bikePhoto],
    ],
  });
});

// rules/claims.md#upload-10
test("a HEIC photo is shown as a JPEG, which is made once and deleted with the original", async () => {
  const claim = await insured.makeClaim();
  const uploaded = await put(claim, inJson(bikePhoto, heic, { title: "Vélo.HEIC" }));
  const id = uploaded.data[0]?.id ?? "";
  const looks = await Promise.all([openAsJpeg(id), openAsJpeg(id)]);
  const [first, second] = await Promise.all(looks.map(({ content }) => buffer(content)));
  expect(await detectType(first ?? Buffer.of())).toBe("image/jpeg");
  expect(second).toEqual(first);
  expect(looks[0]).toMatchObject({ mimeType: "image/jpeg", disposition: `inline; filename="Velo.jpg"; filename*=UTF-8''V%C3%A9lo.jpg` });
  expect(await list()).toEqual(expect.arrayContaining([id, `${id}.jpg`]));

  const { data } = await put(claim, inJson(bikePhoto, jpeg));
  await expect(openAsJpeg(id)).rejects.toMatchObject({ errorName: "DOCUMENT_NOT_FOUND" });
  await expect(openAsJpeg(data[0]?.id ?? "")).rejects.toMatchObject({ errorName: "DOCUMENT_NOT_FOUND" });
  await sweepStrayFiles(new Date(Date.now() + 3_700_000));
  expect((await list()).filter((key) => key.startsWith(id))).toEqual([]);
});

test("a HEIC photo that cannot be decoded is not shown, and is downloaded as it was sent", async () => {
  const claim = await insured.makeClaim();
  const damaged = heic.subarray(0, 900);
  const { data } = await put(claim, inJson(bikePhoto, damaged));
  const id = data[0]?.id ?? "";
  await expect(openAsJpeg(id)).rejects.toMatchObject({ key: "claimPhotoNotShown" });
  expect(await buffer((await openDocument(id, "attachment")).content)).toEqual(damaged);
  expect(await list()).not.toContain(`${id}.jpg`);
});
