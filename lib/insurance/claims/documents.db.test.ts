import { mkdtempSync } from "node:fs";
import { mkdir, readdir, rename, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { beforeAll, describe, expect, test } from "vitest";
import { bikePhoto, makeInsured } from "#e2e/documents/claims.ts";
import { inJson, openDoor, upload } from "#e2e/documents/door.ts";
import { jpeg, testDocuments } from "#e2e/documents/suite.ts";
import { useOwnDatabase } from "#e2e/setup/own-database.ts";
import { changeSettings } from "#e2e/setup/settings.ts";
import { openDocument, openLink, readDocument } from "#lib/insurance/claims/upload.ts";
import { env } from "#lib/platform/env.ts";

await useOwnDatabase();
changeSettings({ DATA_DIR: mkdtempSync(`${tmpdir()}/covergate-documents-`) });

const directory = join(env.DATA_DIR, "documents");
beforeAll(() => mkdir(directory));

testDocuments(() => ({ list: () => readdir(directory) }));

describe("a download link of this server", () => {
  // rules/claims.md#upload-8
  test("works for exactly one hour", async () => {
    const { ctx, key, makeClaim } = await makeInsured();
    const door = await openDoor();
    const claim = await makeClaim();
    const { data } = await upload(door.url, key, claim, inJson(bikePhoto, jpeg));
    const [{ id } = { id: "" }] = data;
    const issuedAt = new Date("2027-01-12T10:00:00.000Z");
    const { downloadUrl, downloadUrlExpiresAt } = await readDocument({ ...ctx, realTime: issuedAt }, claim, id);
    expect(downloadUrlExpiresAt).toBe("2027-01-12T11:00:00.000Z");
    const { searchParams } = new URL(downloadUrl);
    const link = { expires: searchParams.get("expires") ?? "", signature: searchParams.get("signature") ?? "" };
    const { content, disposition } = await openLink(id, link, new Date("2027-01-12T10:59:59.999Z"));
    expect(await buffer(content)).toEqual(jpeg);
    expect(disposition).toBe(`attachment; filename="A photo.jpg"; filename*=UTF-8''A%20photo.jpg`);
    await expect(openLink(id, link, new Date("2027-01-12T11:00:00.000Z"))).rejects.toMatchObject({ errorName: "DOCUMENT_NOT_FOUND" });
    await door.close();
  });

  test("to a file that is missing from the disk is answered in the envelope, before any byte of a file", async () => {
    const { ctx, key, makeClaim } = await makeInsured();
    const door = await openDoor();
    const claim = await makeClaim();
    const { data } = await upload(door.url, key, claim, inJson(bikePhoto, jpeg));
    const [{ id } = { id: "" }] = data;
    const { downloadUrl } = await readDocument({ ...ctx, realTime: new Date() }, claim, id);
    const { pathname, search } = new URL(downloadUrl);
    await rename(join(directory, id), `${directory}-lost`);
    const response = await fetch(`${door.url}${pathname}${search}`);
    expect({ status: response.status, body: await response.json() }).toMatchObject({
      status: 500,
      body: { success: false, error: { code: 500 } },
    });
    await rename(`${directory}-lost`, join(directory, id));
    expect((await fetch(`${door.url}${pathname}${search}`)).status).toBe(200);
    await door.close();
  });

  test("names the downloaded file by its title, whatever characters it has", async () => {
    const { key, makeClaim } = await makeInsured();
    const door = await openDoor();
    const title = '../é"\r\nset-cookie: a=b/ 家.html';
    const { data } = await upload(door.url, key, await makeClaim(), inJson(bikePhoto, jpeg, { title }));
    const { content, disposition } = await openDocument(data[0]?.id ?? "", "inline");
    content.destroy();
    expect(disposition).toMatch(/^inline; filename="[\w .-]+\.jpg"; filename\*=UTF-8''[\w%.-]+\.jpg$/);
    await door.close();
  });

  test.each([
    ["IMG_0042.JPEG", "IMG_0042.jpg"],
    ["plainte.pdf", "plainte.jpg"],
    ["Devis n° 12.2", "Devis n_ 12.2.jpg"],
    [".jpg", ".jpg.jpg"],
  ])("names it with one ending, that of its content, where its title is a file name: %s", async (title, name) => {
    const { key, makeClaim } = await makeInsured();
    const door = await openDoor();
    const { data } = await upload(door.url, key, await makeClaim(), inJson(bikePhoto, jpeg, { title }));
    const { content, disposition } = await openDocument(data[0]?.id ?? "", "attachment");
    content.destroy();
    expect(disposition).toContain(`filename="${name}";`);
    await door.close();
  });

  test("names it so that its ending is read last, whatever direction its title would have", async () => {
    const { key, makeClaim } = await makeInsured();
    const door = await openDoor();
    const title = "photo\u202Egpj.exe \u2067vélo";
    const { data } = await upload(door.url, key, await makeClaim(), inJson(bikePhoto, jpeg, { title }));
    const { content, disposition } = await openDocument(data[0]?.id ?? "", "attachment");
    content.destroy();
    expect(disposition).toBe(`attachment; filename="photogpj.exe velo.jpg"; filename*=UTF-8''photogpj.exe%20v%C3%A9lo.jpg`);
    await door.close();
  });
});

test("the directory of documents is nobody else's on the machine", async () => {
  const { key, makeClaim } = await makeInsured();
  const door = await openDoor();
  const aside = `${directory}-aside`;
  await rename(directory, aside);
  await upload(door.url, key, await makeClaim(), inJson(bikePhoto, jpeg));
  expect((await stat(directory)).mode & 0o777).toBe(0o700);
  for (const name of await readdir(directory)) await rename(join(directory, name), join(aside, name));
  await rename(aside, directory);
  await door.close();
});
