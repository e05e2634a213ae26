import { readFile } from "node:fs/promises";
import { connect } from "node:net";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { sql } from "#db/client.ts";
import { bikePhoto, firstPhoto, invoice, makeInsured, secondPhoto } from "#e2e/documents/claims.ts";
import type { Insured } from "#e2e/documents/claims.ts";
import { inFields, inForm, inFormOfSeveral, inJson, openDoor, upload } from "#e2e/documents/door.ts";
import type { UploadAnswered } from "#e2e/documents/door.ts";
import { waitFor } from "#e2e/setup/wait-for.ts";
import { flushCalls } from "#lib/developer/calls/record.ts";
import { fileLimit } from "#lib/insurance/claims/rules/upload-limits.ts";
import { readEvents } from "#lib/insurance/renewals/shop.fixture.ts";

/** The object store that the tests run against. */
export interface Store {
  /** The keys of what lies in it. */
  list(): Promise<string[]>;
}

const readSample = (name: string) => readFile(join(import.meta.dirname, "files", name));
export const jpeg = await readSample("photo.jpg");
const png = await readSample("photo.png");
const pdf = Buffer.from(
  "%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Count 0/Kids[]>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n",
);
const samples = [
  ["application/pdf", pdf],
  ["image/jpeg", jpeg],
  ["image/png", png],
  ["image/webp", await readSample("photo.webp")],
  ["image/heic", await readSample("photo.heic")],
  ["image/heif", await readSample("photo.heif")],
] as const;
/** A beginning of a zip that says that it is a word processor's document, and unfolds to much more than it is. */
const zipBomb = Buffer.concat([
  Buffer.from("504b0304140000000800000021000000000000040000ffffffff130000005b436f6e74656e745f54797065735d2e786d6c", "hex"),
  Buffer.alloc(4000, 0xff),
]);
const pdfOf = (size: number) => Buffer.concat([pdf, Buffer.alloc(size - pdf.length, "x")]);

export function testDocuments(openStore: () => Store): void {
  let insured: Insured;
  let door: Awaited<ReturnType<typeof openDoor>>;
  let store: Store;
  beforeAll(async () => {
    store = openStore();
    [insured, door] = await Promise.all([makeInsured(), openDoor()]);
  });
  afterAll(async () => {
    await door.close();
    await flushCalls();
  });

  const put = (claim: string, body: unknown, options?: Parameters<typeof upload>[4]) => upload(door.url, insured.key, claim, body, options);
  const readNumbers = async (claim: string) => {
    const documents = await sql<{ type: string }[]>`select type from claim_documents where claim_id = ${claim}`;
    return { documents: documents.length, events: (await readEvents(claim)).length };
  };
  const storyOf = async (claim: string) => (await readEvents(claim)).map(({ type }) => type.replace("v2.claim.", ""));

  // Each file in the store belongs to a document or is to be swept, and none is missing, after any test.
  afterEach(async () => {
    const named = await sql<{ key: string }[]>`
      select storage_key as key from claim_documents where replaced_at is null union select storage_key from stray_files`;
    expect((await store.list()).toSorted()).toEqual(named.map(({ key }) => key).toSorted());
  });

  /** An upload that must be refused and leave nothing. */
  async function refused(body: unknown): Promise<Pick<UploadAnswered, "status" | "code">> {
    const claim = await insured.makeClaim();
    const before = await store.list();
    const { status, code } = await put(claim, body);
    expect(await store.list()).toEqual(before);
    expect(await readNumbers(claim)).toEqual({ documents: 0, events: 0 });
    expect(await sql`select 1 from stray_files where since > now() - interval '1 hour' and storage_key <> all(${before})`).toEqual([]);
    return { status, code };
  }

  describe("a file", () => {
    // rules/claims.md#upload-1, #upload-3
    test.each(samples)("of the type %s is taken in each form, and read again as it was", async (mimeType, content) => {
      const claim = await insured.makeClaim();
      const sent = [
        [bikePhoto, inJson(bikePhoto, content)],
        [firstPhoto, inForm(firstPhoto, content)],
        [secondPhoto, inFields(secondPhoto, content)],
      ] as const;
      for (const [type, body] of sent) {
        const { status, data } = await put(claim, body, { method: body instanceof FormData ? "POST" : "PUT" });
        expect({ status, data }).toMatchObject({ status: 200, data: [{ type, mimeType, status: "to_verify" }] });
        const { downloadUrl } = await readDocument(claim, data[0]?.id);
        const file = await fetch(downloadUrl);
        expect(Buffer.from(await file.arrayBuffer())).toEqual(content);
        expect(file.headers.get("content-type")).toBe(mimeType);
        expect(file.headers.get("content-disposition")).toMatch(/^attachment; filename="A photo\./);
      }
    });

    // rules/claims.md#upload-1
    test("of several in one form belongs to the document at its place in meta", async () => {
      const claim = await insured.makeClaim();
      const contents = [jpeg, pdfOf(1_000_000), jpeg];
      const { status, data } = await put(claim, inFormOfSeveral([bikePhoto, firstPhoto, secondPhoto], contents));
      expect({ status, types: data.map(({ type, mimeType }) => [type, mimeType]) }).toEqual({
        status: 200,
        types: [
          [bikePhoto, "image/jpeg"],
          [firstPhoto, "application/pdf"],
          [secondPhoto, "image/jpeg"],
        ],
      });
      const { downloadUrl } = await readDocument(claim, data[1]?.id);
      expect(Buffer.from(await (await fetch(downloadUrl)).arrayBuffer())).toEqual(contents[1]);
    });

    // rules/claims.md#upload-3
    test.each([
      ["a text with the name of a PDF", "Not a PDF"],
      ["a page in front of a PDF", "<!doctype html><script>alert(1)</script>%PDF-1.4"],
      ["a drawing that runs scripts", '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'],
      ["a zip that unfolds without end", zipBomb],
    ])("that is %s: 1003", async (_name, content) => {
      const bytes = Buffer.from(content as string);
      expect(await refused(inJson(bikePhoto, bytes, { filename: "proof.pdf" }))).toMatchObject({ status: 400, code: 1003 });
      expect(await refused(inForm(bikePhoto, bytes, "proof.pdf"))).toMatchObject({ status: 400, code: 1003 });
    });

    // rules/claims.md#upload-3
    test.each(["json", "form"])("of 20 MB exactly is taken as %s, and one of a byte more is not: 1002", async (form) => {
      const send = (size: number) => (form === "json" ? inJson(bikePhoto, pdfOf(size)) : inForm(bikePhoto, pdfOf(size)));
      const claim = await insured.makeClaim();
      const { status, data } = await put(claim, send(fileLimit));
      expect({ status, data }).toMatchObject({ status: 200, data: [{ mimeType: "application/pdf" }] });
      const { downloadUrl } = await readDocument(claim, data[0]?.id);
      expect((await (await fetch(downloadUrl)).arrayBuffer()).byteLength).toBe(fileLimit);
      expect(await refused(send(fileLimit + 1))).toMatchObject({ status: 400, code: 1002 });
    });

    test("whose base64 is escaped as some writers of JSON do is read all the same", async () => {
      const claim = await insured.makeClaim();
      const content = Buffer.concat([jpeg, Buffer.from("/+/+/+fbefbf", "base64"), Buffer.alloc(200_000, 0xff)]);
      const text = JSON.stringify(inJson(bikePhoto, content))
        .replaceAll("/", String.raw`\/`)
        .replaceAll("+", String.raw`\u002B`);
      const { data } = await put(claim, text.replace('"content"', String.raw`"\u0063ontent"`));
      const { downloadUrl } = await readDocument(claim, data[0]?.id);
      expect(Buffer.from(await (await fetch(downloadUrl)).arrayBuffer())).toEqual(content);
    });
  });

  describe("a request", () => {
    test("that hangs up half-way leaves nothing", async () => {
      const claim = await insured.makeClaim();
      const before = await store.list();
      const body = JSON.stringify(inJson(bikePhoto, pdfOf(1_000_000)));
      const { port } = new URL(door.url);
      const socket = connect(Number(port), "127.0.0.1");
      socket.write(
        `PUT /v2/claims/${claim}/documents HTTP/1.1\r\nhost: a\r\nkey: ${insured.key}\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n`,
      );
      await new Promise<void>((resolve) => socket.write(body.slice(0, 700_000), () => resolve()));
      socket.destroy();
      await new Promise((resolve) => socket.once("close", resolve));
      await waitFor(async () => {
        await flushCalls();
        expect(await sql`select 1 from calls where path = ${`/v2/claims/${claim}/documents`}`).toHaveLength(1);
      });
      expect(await store.list()).toEqual(before);
      expect(await readNumbers(claim)).toEqual({ documents: 0, events: 0 });
    });

    test("is logged with what describes the documents, and not with what is in them", async () => {
      const claim = await insured.makeClaim();
      await put(claim, [inJson(bikePhoto, jpeg)]);
      await flushCalls();
      const [call] = await sql<{ body: string }[]>`select request_body as body from calls where path = ${`/v2/claims/${claim}/documents`}`;
      expect(JSON.parse(call?.body ?? "")).toMatchObject([
        { type: bikePhoto, content: expect.stringMatching(/^\[1004 bytes, sha256 [0-9a-f]{64}\]$/) },
      ]);
    });
  });

  describe("an upload to a draft", () => {
    const all = [bikePhoto, firstPhoto, secondPhoto];
    const photos = (types: readonly string[]) => types.map((type) => inJson(type, jpeg));

    test("that completes it is told by draft.ready once, and does not submit", async () => {
      const claim = await insured.makeClaim();
      expect(await put(claim, photos(all))).toMatchObject({ status: 200, autoSubmitted: undefined, claimId: undefined });
      await put(claim, photos([invoice]));
      const uploaded = "document.uploaded";
      expect(await storyOf(claim)).toEqual([uploaded, uploaded, uploaded, "draft.ready", uploaded]);
    });

    // rules/claims.md#upload-6
    test("that completes it with autoSubmit submits it", async () => {
      const claim = await insured.makeClaim();
      expect(await put(claim, photos([bikePhoto]), { query: "?autoSubmit=true" })).toMatchObject({ autoSubmitted: undefined });
      const { autoSubmitted, claimId } = await put(claim, photos([firstPhoto, secondPhoto]), { query: "?autoSubmit=true" });
      expect({ autoSubmitted, claimId }).toEqual({ autoSubmitted: true, claimId: expect.stringMatching(/^CLM-\d+$/) });
      const uploaded = "document.uploaded";
      expect(await storyOf(claim)).toEqual([uploaded, uploaded, uploaded, "created", "status.updated"]);
      expect(await put(claim, photos([invoice]))).toMatchObject({ status: 409, code: 3001 });
    });

    test("by its last two documents at once submits it once", async () => {
      for (let round = 0; round < 5; round += 1) {
        const claim = await insured.makeClaim();
        await put(claim, photos([bikePhoto]));
        const answers = await Promise.all(
          [firstPhoto, secondPhoto].map((type) => put(claim, photos([type]), { query: "?autoSubmit=true" })),
        );
        expect(answers.filter(({ autoSubmitted }) => autoSubmitted)).toHaveLength(1);
        expect(await storyOf(claim)).toEqual(["document.uploaded", "document.uploaded", "document.uploaded", "created", "status.updated"]);
      }
    });

    test("at the moment of its cancellation is there before it, or refused", async () => {
      const { cancel } = await import("#lib/insurance/claims/change.ts");
      for (let round = 0; round < 8; round += 1) {
        const claim = await insured.makeClaim();
        const [answer] = await Promise.all([put(claim, photos([bikePhoto])), cancel(insured.ctx, claim, { reason: "over" })]);
        const story = await storyOf(claim);
        const cancelled = ["draft.archived", "status.updated"];
        if (answer.status === 200) expect(story).toEqual(["document.uploaded", ...cancelled]);
        else expect({ code: answer.code, story }).toEqual({ code: 3001, story: cancelled });
      }
    });

    test("at the moment of its submission is there before it, or refused", async () => {
      const { submit } = await import("#lib/insurance/claims/change.ts");
      for (let round = 0; round < 8; round += 1) {
        const claim = await insured.makeClaim();
        await put(claim, photos(all));
        const [answer] = await Promise.all([put(claim, photos([invoice])), submit(insured.ctx, claim)]);
        const story = (await storyOf(claim)).slice(4);
        if (answer.status === 200) expect(story).toEqual(["document.uploaded", "created", "status.updated"]);
        else expect({ code: answer.code, story }).toEqual({ code: 3001, story: ["created", "status.updated"] });
      }
    });
  });

  describe("a link", () => {
    // rules/claims.md#upload-8
    test("works for no other document, not when it is altered, and not after the document was replaced", async () => {
      const claim = await insured.makeClaim();
      const { data } = await put(claim, [inJson(bikePhoto, jpeg), inJson(firstPhoto, png)]);
      const [first, second] = await Promise.all(data.map(({ id }) => readDocument(claim, id)));
      const url = first?.downloadUrl ?? "";
      expect((await fetch(url)).status).toBe(200);
      const altered = url.replace(/ignature=(.)/, (_all, letter: string) => `ignature=${letter === "0" ? "1" : "0"}`);
      const otherPath = new URL(url);
      otherPath.pathname = new URL(second?.downloadUrl ?? "").pathname;
      const longer = url.replace(/(xpires=)(\d+)/, (_all, name: string, number: string) => `${name}${Number(number) + 60}`);
      for (const wrong of [altered, otherPath.href, longer, url.replace(/\?.*/, "")]) {
        expect([403, 404]).toContain((await fetch(wrong)).status);
      }
      await put(claim, inForm(bikePhoto, png));
      await sweepLater();
      expect((await fetch(url)).status).toBe(404);
      expect(await get(claim, data[0]?.id ?? "")).toMatchObject({ error: { code: 2004 } });
    });

    test("is for who may read the claim: another world's key finds neither", async () => {
      const claim = await insured.makeClaim();
      const { data } = await put(claim, inJson(bikePhoto, jpeg));
      const other = await makeInsured();
      const response = await fetch(`${door.url}/v2/claims/${claim}/documents/${data[0]?.id}`, { headers: { key: other.key } });
      expect(await response.json()).toMatchObject({ success: false, error: { code: 2001 } });
      expect(await upload(door.url, other.key, claim, inJson(firstPhoto, jpeg))).toMatchObject({ status: 404, code: 2001 });
    });
  });

  test("a file whose document was replaced is swept an hour later, by one of several that sweep at once", async () => {
    const claim = await insured.makeClaim();
    const {
      data: [old],
    } = await put(claim, inJson(bikePhoto, jpeg));
    const {
      data: [current],
    } = await put(claim, inJson(bikePhoto, png));
    const { sweepStrayFiles } = await import("#lib/insurance/claims/stray-files.ts");
    await sweepStrayFiles(new Date("2020-01-01T00:00:00Z"));
    expect(await store.list()).toContain(old?.id);
    const swept = await sweepLater();
    expect(swept).toBeGreaterThan(0);
    expect(await store.list()).not.toContain(old?.id);
    expect(await store.list()).toContain(current?.id);
  });

  test("a file that a document names, or is about to, stays when an upload takes its commit for failed", async () => {
    const claim = await insured.makeClaim();
    const {
      data: [kept],
    } = await put(claim, inJson(bikePhoto, jpeg));
    const {
      data: [moving],
    } = await put(claim, inJson(firstPhoto, jpeg));
    const { deleteStrayFiles } = await import("#lib/insurance/claims/stray-files.ts");
    const keys = [kept?.id ?? "", moving?.id ?? ""];
    await sql`insert into stray_files (storage_key, since) values (${keys[1] ?? ""}, now())`;
    await sql.begin(async (tx) => {
      await tx`delete from stray_files where storage_key = ${keys[1] ?? ""}`;
      await deleteStrayFiles(keys);
    });
    expect(await store.list()).toEqual(expect.arrayContaining(keys));
  });

  async function sweepLater(): Promise<number> {
    const { sweepStrayFiles } = await import("#lib/insurance/claims/stray-files.ts");
    const later = new Date(Date.now() + 3_700_000);
    const counts = await Promise.all([sweepStrayFiles(later), sweepStrayFiles(later), sweepStrayFiles(later)]);
    return counts.reduce((sum, count) => sum + count, 0);
  }

  async function get(
    claim: string,
    documentId: string,
  ): Promise<{ data?: { downloadUrl: string; downloadUrlExpiresAt: string }; error?: unknown }> {
    const response = await fetch(`${door.url}/v2/claims/${claim}/documents/${documentId}`, { headers: { key: insured.key } });
    return (await response.json()) as { data?: { downloadUrl: string; downloadUrlExpiresAt: string } };
  }

  async function readDocument(claim: string, documentId = ""): Promise<{ downloadUrl: string; downloadUrlExpiresAt: string }> {
    const { data } = await get(claim, documentId);
    if (data === undefined) throw new Error("the document was not found");
    // A link of this server names its address, which in a test is not where the test listens.
    const url = new URL(data.downloadUrl);
    return { ...data, downloadUrl: url.pathname.startsWith("/files/") ? `${door.url}${url.pathname}${url.search}` : data.downloadUrl };
  }
}
