import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { sql } from "#db/client.ts";
import { bikePhoto, firstPhoto, makeInsured, secondPhoto } from "#e2e/documents/claims.ts";
import type { Insured } from "#e2e/documents/claims.ts";
import { inJson, openDoor, upload } from "#e2e/documents/door.ts";
import { jpeg } from "#e2e/documents/suite.ts";
import { waitForLockWaits } from "#e2e/setup/lock-waits.ts";
import { changeLogo } from "#lib/account/brands/logo.ts";
import { asSupport, operatorContext } from "#lib/account/users/roles.ts";
import { contextOf, makeUser } from "#lib/account/users/users.fixture.ts";
import { deleteStrays } from "#lib/insurance/claims/reconcile-files.ts";
import type { FoundDocuments, FoundFiles } from "#lib/insurance/claims/reconcile-files.ts";
import { newId } from "#lib/platform/ids.ts";
import { runAdmin } from "#scripts/admin/program.ts";

/** The store that the tests run against, as an operator's tools see it. */
export interface OpenStore {
  list(): Promise<string[]>;
  put(key: string, content: Buffer, modifiedAt: Date): Promise<void>;
  age(key: string, modifiedAt: Date): Promise<void>;
  remove(key: string): Promise<void>;
}

interface Answered extends FoundFiles {
  deleted: { files: number; bytes: number };
  documents: FoundDocuments;
}

const dayMs = 86_400_000;
const daysAgo = (days: number) => new Date(Date.now() - days * dayMs);
const tomorrow = () => new Date(Date.now() + dayMs);

export function testStrayFiles(openStore: () => OpenStore): void {
  let store: OpenStore;
  let insured: Insured;
  let door: Awaited<ReturnType<typeof openDoor>>;
  beforeAll(async () => {
    store = openStore();
    [insured, door] = await Promise.all([makeInsured(), openDoor()]);
  });
  afterAll(async () => {
    await door.close();
    await (await import("#lib/developer/calls/record.ts")).flushCalls();
  });
  // Files that something names, so that strays are the fewer.
  beforeEach(async () => {
    await sql`delete from stray_files`;
    for (const key of await store.list()) await store.remove(key);
    await sql`delete from claim_documents`;
    for (let count = 0; count < 2; count += 1) await uploadThree();
  });

  /** The keys of three documents of a new claim. */
  async function uploadThree(): Promise<string[]> {
    const body = [bikePhoto, firstPhoto, secondPhoto].map((type) => inJson(type, jpeg));
    const { status, data } = await upload(door.url, insured.key, await insured.makeClaim(), body);
    expect(status).toBe(200);
    return data.map(({ id }) => id);
  }

  async function run(...args: string[]): Promise<{ code: number; answered: Answered; error: string }> {
    let [out, error] = ["", ""];
    const code = await runAdmin(["--json", "--as", "ops", "stray-files", ...args], {
      withDatabase: (work) => work(),
      print: (text) => (out += text),
      complain: (text) => (error += text),
    });
    return { code, answered: (out === "" ? {} : JSON.parse(out)) as Answered, error };
  }

  /** Files whose rows are not in the database, as after a restore to an earlier moment. */
  async function restoreWithout(keys: readonly string[], modifiedAt: Date): Promise<void> {
    await sql`delete from claim_documents where storage_key = any(${[...keys]})`;
    for (const key of keys) await store.age(key, modifiedAt);
  }

  test("are counted, and with --delete those older than a week end; what is named, young or not ours stays", async () => {
    const [old, young, replaced] = [await uploadThree(), await uploadThree(), await uploadThree()];
    const more = [await uploadThree(), await uploadThree(), await uploadThree()];
    for (const keys of more) for (const key of keys) await store.age(key, daysAgo(400));
    await restoreWithout(old, daysAgo(8));
    await restoreWithout(young, daysAgo(6));
    // Known to the job that sweeps, by which they end.
    await sql`update claim_documents set replaced_at = now() where storage_key = any(${replaced})`;
    for (const storage_key of replaced) await sql`insert into stray_files ${sql({ storage_key, since: new Date() })}`;
    await store.put("backup/readme.txt", Buffer.from("of somebody else"), daysAgo(900));
    const before = await store.list();

    const { code, answered } = await run();
    expect(code).toBe(0);
    expect(answered).toMatchObject({
      stored: { files: before.length - 1 },
      strays: { files: 6, bytes: 6 * jpeg.length, oldest: expect.stringContaining(daysAgo(8).toISOString().slice(0, 10)) as string },
      old: { files: 3, bytes: 3 * jpeg.length },
      foreign: { files: 1 },
      deleted: { files: 0 },
      documents: { lost: 0, named: [] },
    });
    expect(await store.list()).toEqual(before);

    const deleting = await run("--delete");
    expect(deleting).toMatchObject({ code: 0, answered: { deleted: { files: 3, bytes: 3 * jpeg.length } } });
    expect(await store.list()).toEqual(before.filter((key) => !old.includes(key)));
    expect(await sql`select 1 from stray_files where storage_key = any(${old})`).toEqual([]);
    const [audited] = await sql`select actor, details from audit_entries where action = 'files.deleted' order by id desc limit 1`;
    expect(audited).toMatchObject({ actor: { name: "ops" }, details: { files: 3, bytes: 3 * jpeg.length } });
    expect((await run("--delete", "--older-than", "5")).answered.deleted.files).toBe(3);
  });

  test("of a document that was replaced before the restored store's moment end as well", async () => {
    const [key = ""] = await uploadThree();
    await sql`update claim_documents set replaced_at = now() where storage_key = ${key}`;
    await store.age(key, daysAgo(30));
    expect((await run("--delete")).answered).toMatchObject({ deleted: { files: 1 }, documents: { lost: 0 } });
    expect(await store.list()).not.toContain(key);
  });

  test("are not the JPEG of a photo, unless the photo is one", async () => {
    const [key = "", strayKey = ""] = await uploadThree();
    for (const original of [key, strayKey]) await store.put(`${original}.jpg`, jpeg, daysAgo(30));
    await restoreWithout([strayKey], daysAgo(30));
    expect((await run("--delete")).answered).toMatchObject({ strays: { files: 2 }, foreign: { files: 0 } });
    const left = await store.list();
    expect(left).toEqual(expect.arrayContaining([key, `${key}.jpg`]));
    expect(left.filter((name) => name.startsWith(strayKey))).toEqual([]);
  });

  test("are not those of a logo", async () => {
    const [owner] = await sql<{ id: string }[]>`select id from partners limit 1`;
    const support = asSupport(await contextOf(await makeUser("support")));
    await changeLogo(support, { kind: "partner", id: owner?.id ?? "", content: jpeg.toString("base64") });
    const logo = (await store.list()).find((key) => key.startsWith("logos/")) ?? "";
    await store.age(logo, daysAgo(30));
    expect((await run("--delete")).answered).toMatchObject({ strays: { files: 0 }, deleted: { files: 0 } });
    expect(await store.list()).toContain(logo);
    await sql`update partners set logo = null`;
  });

  test("that are most of the store are taken for those of another database", async () => {
    await sql`delete from claim_documents`;
    const before = await store.list();
    for (const key of before) await store.age(key, daysAgo(30));
    const { code, error } = await run("--delete");
    expect(code).toBe(1);
    expect(error).toMatch(/6 of 6 files are named by nothing: is this the database of this store/);
    expect(await store.list()).toEqual(before);
    expect((await run("--delete", "--more-than-half")).answered.deleted.files).toBe(6);
    expect(await store.list()).toEqual([]);
  });

  test("and the documents whose file is lost are told of in one answer, with their claims", async () => {
    const [lost = "", replaced = ""] = await uploadThree();
    await store.remove(lost);
    await store.remove(replaced);
    await sql`update claim_documents set replaced_at = now() where storage_key = ${replaced}`;
    const [claim] = await sql<{ id: string }[]>`select claim_id as id from claim_documents where storage_key = ${lost}`;
    expect((await run()).answered).toMatchObject({
      strays: { files: 0 },
      documents: { documents: 8, lost: 1, named: [{ storageKey: lost, documentId: lost, claim: claim?.id }] },
    });
  });

  test("are deleted once by two commands at once", async () => {
    const keys = Array.from({ length: 120 }, () => newId("doc"));
    for (const key of keys) await store.put(key, jpeg, daysAgo(10));
    const both = await Promise.all([run("--delete", "--more-than-half"), run("--delete", "--more-than-half")]);
    expect(both.map(({ code, error }) => ({ code, error }))).toEqual([0, 0].map((code) => ({ code, error: "" })));
    expect(both.reduce((sum, { answered }) => sum + answered.deleted.files, 0)).toBe(120);
    expect(await store.list()).toHaveLength(6);
    expect(await sql`select 1 from stray_files`).toEqual([]);
  });

  test("are no files of uploads under way, whatever age is asked for", async () => {
    const ctx = operatorContext("ops", new Date());
    let isOver = false;
    const deleting = (async () => {
      let files = 0;
      while (!isOver) files += (await deleteStrays(ctx, tomorrow(), { files: 0, bytes: 0, oldest: null })).files;
      return files;
    })();
    const uploaded = await Promise.all(Array.from({ length: 12 }, uploadThree));
    isOver = true;
    expect(await deleting).toBe(0);
    expect(await store.list()).toEqual(expect.arrayContaining(uploaded.flat()));
    expect((await run()).answered.documents).toMatchObject({ documents: 6 + 36, lost: 0 });
  });

  test("are not deleted where a row comes to name them while the command waits", async () => {
    const [key = ""] = await uploadThree();
    const [row] = await sql`select * from claim_documents where storage_key = ${key}`;
    await restoreWithout([key], daysAgo(10));
    const deleting = await sql.begin(async (tx) => {
      await tx`insert into stray_files (storage_key, since) values (${key}, now())`;
      const begun = deleteStrays(operatorContext("ops", new Date()), tomorrow(), { files: 1, bytes: 1, oldest: null });
      await waitForLockWaits();
      await tx`delete from stray_files where storage_key = ${key}`;
      await tx`insert into claim_documents ${tx(row ?? {})}`;
      return { begun };
    });
    expect(await deleting.begun).toEqual({ files: 0, bytes: 0 });
    expect(await store.list()).toContain(key);
    expect(await sql`select 1 from stray_files`).toEqual([]);
  });
}
