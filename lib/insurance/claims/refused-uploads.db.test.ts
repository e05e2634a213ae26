import { mkdtempSync } from "node:fs";
import { mkdir, readdir } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { sql } from "#db/client.ts";
import { bikePhoto, firstPhoto, makeInsured } from "#e2e/documents/claims.ts";
import { inForm, inFormOfSeveral, inJson, openDoor, upload } from "#e2e/documents/door.ts";
import { jpeg } from "#e2e/documents/suite.ts";
import { useOwnDatabase } from "#e2e/setup/own-database.ts";
import { changeSettings } from "#e2e/setup/settings.ts";
import { env } from "#lib/platform/env.ts";

await useOwnDatabase();
changeSettings({ DATA_DIR: mkdtempSync(`${tmpdir()}/covergate-refused-`) });

const directory = join(env.DATA_DIR, "documents");
await mkdir(directory);
let insured: Awaited<ReturnType<typeof makeInsured>>;
let door: Awaited<ReturnType<typeof openDoor>>;
beforeAll(async () => {
  [insured, door] = await Promise.all([makeInsured(), openDoor()]);
});
afterAll(() => door.close());

/** Sends documents that must be refused and leave nothing. */
async function refused(body: unknown, headers: Record<string, string> = {}) {
  const claim = await insured.makeClaim();
  const answered = await upload(door.url, insured.key, claim, body, { headers });
  expect(await readdir(directory)).toEqual([]);
  expect(await sql`select 1 from claim_documents where claim_id = ${claim}`).toEqual([]);
  return answered;
}

const described = { type: bikePhoto, title: "A photo", comment: "Taken at noon" };

/** A form with these fields and files. */
function formOf(fields: Record<string, string>, files: readonly Uint8Array[] = [jpeg]): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  for (const file of files) form.append("file", new Blob([file as Uint8Array<ArrayBuffer>]), "photo.jpg");
  return form;
}

const meta = JSON.stringify(described);
const text = Buffer.from("text");
const ofBoundary = (boundary: string) => ({ "content-type": `multipart/form-data${boundary}` });

// rules/claims.md#upload-1
test.each([
  ["a form without a file", formOf({ meta }, []), {}, 1000, /^file: /],
  ["a form with two files", formOf({ meta }, [jpeg, jpeg]), {}, 1000, /^file: is sent 2 times; .* is 1$/],
  ["a form with a file less than documents", inFormOfSeveral([bikePhoto, firstPhoto], [jpeg]), {}, 1000, /^\[1\]\.file: /],
  [
    "a form with more than 20 files",
    formOf(
      { meta },
      Array.from({ length: 30 }, () => jpeg),
    ),
    {},
    1000,
    /^file: is sent/,
  ],
  ["a form with a good document and a text", inFormOfSeveral([bikePhoto, firstPhoto], [jpeg, text]), {}, 1003, /^\[1\]\./],
  ["a form with a file alone", formOf({}), {}, 1000, /^type: /],
  ["a form that describes its file twice", formOf({ meta, title: "Another title" }), {}, 1000, /^title: .*meta/],
  ["a form with a field of another name", formOf({ ...described, filename: "photo.jpg" }), {}, 1000, /"filename" is not accepted/],
  ["a form with a NUL in its title", formOf({ ...described, title: "A\0photo" }), {}, 1000, /^title contains a NUL/],
  ["a form with a NUL in its comment", formOf({ ...described, comment: "Taken\0" }), {}, 1000, /^comment contains a NUL/],
  ["a form with another boundary", "--a\r\n\r\n--a--", ofBoundary("; boundary=b"), 1000, /form/],
  [
    "a form that is broken off",
    '--b\r\ncontent-disposition: form-data; name="file"; filename="a"\r\n\r\nabc',
    ofBoundary("; boundary=b"),
    1000,
    /form/,
  ],
  ["a form that names no boundary", "--a--", ofBoundary(""), 1006, /boundary/],
  ["a text", "hello", { "content-type": "text/plain" }, 1006, /application\/json/],
  ["no JSON", '{"content": "JVBE', {}, 1000, /JSON/],
  ["a form whose meta is no JSON", formOf({ meta: "{" }), {}, 1000, /JSON/],
  ["a form with an empty file", inForm(bikePhoto, Buffer.alloc(0)), {}, 1003, /content/],
  ["no document", "[]", {}, 1000, /at least one/],
  ["a document without content", { type: bikePhoto, title: "A", filename: "a" }, {}, 1000, /^content: /],
  ["content that is no text", inJson(bikePhoto, jpeg, { content: 7 }), {}, 1000, /^content: /],
  ["a document without a title", inJson(bikePhoto, jpeg, { title: undefined }), {}, 1000, /^title: /],
  ["a type twice", [inJson(bikePhoto, jpeg), inJson(bikePhoto, jpeg)], {}, 1000, /twice/],
  ["more than 20 documents", Array.from({ length: 21 }, () => inJson(bikePhoto, jpeg)), {}, 1000, /20/],
  ["a document that is not asked for", inJson("Passport", jpeg), {}, 3006, /Passport/],
  ["one good document and one that is not asked for", [inJson(bikePhoto, jpeg), inJson("Passport", jpeg)], {}, 3006, /Passport/],
  ["one good document and a text", [inJson(bikePhoto, jpeg), inJson(firstPhoto, text)], {}, 1003, /^\[1\]\./],
  ["bad base64 after a text", [inJson(bikePhoto, text), inJson(firstPhoto, jpeg, { content: "?" })], {}, 1005, /^\[1\]\./],
])("an upload of %s is refused and leaves nothing", async (_name, body, headers, code, message) => {
  expect(await refused(body, headers)).toMatchObject({ code, message: expect.stringMatching(message) });
});

test.each([
  ["is empty", ""],
  ["is broken off", "JVBERi0xLj"],
  ["has a data: prefix", `data:image/jpeg;base64,${jpeg.toString("base64")}`],
  ["has line breaks", jpeg.toString("base64").replaceAll(/.{76}/g, "$&\n")],
  ["is of the alphabet for addresses", "____----"],
  ["goes on after its end", `${jpeg.subarray(0, 4).toString("base64")}AAAA`],
])("a file whose base64 %s is refused: 1005", async (_name, content) => {
  expect(await refused(inJson(bikePhoto, jpeg, { content }))).toMatchObject({ status: 400, code: 1005 });
});
