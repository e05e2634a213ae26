import { buffer } from "node:stream/consumers";
import { inArray } from "drizzle-orm";
import { db } from "#db/client.ts";
import { withPatience } from "#db/deadline.ts";
import { claimDocuments } from "#db/schema/claims.ts";
import { recordAudit } from "#lib/account/audit/record.ts";
import type { OperatorContext } from "#lib/account/worlds/context.ts";
import { writeZip } from "#lib/developer/clients/sources.ts";
import type { PackedFile } from "#lib/developer/clients/tar.ts";
import { assertNamesNobody, subjectsOf } from "#lib/developer/erasure/erase-person.ts";
import type { ErasureRequest } from "#lib/developer/erasure/erase-person.ts";
import { findPerson } from "#lib/developer/erasure/find-person.ts";
import type { FoundPerson } from "#lib/developer/erasure/find-person.ts";
import { readPerson } from "#lib/developer/erasure/read-person.ts";
import type { PersonData } from "#lib/developer/erasure/read-person.ts";
import { criteria } from "#lib/developer/erasure/requests.ts";
import { mentionsOf } from "#lib/developer/erasure/rules/person.ts";
import { getFile, hasFile } from "#lib/platform/files/storage.ts";

export interface PersonExport {
  /** A ZIP archive: a JSON file of each table that has rows, and the documents. */
  archive: Buffer;
  /** Rows by file. */
  rows: Record<string, number>;
  documents: number;
  /** Documents whose file is not in the store. */
  lost: string[];
}

/** Returns everything that `erasePerson` would erase. Undefined if there is nothing; otherwise the audit log has it with its reason. */
export async function exportPerson(ctx: OperatorContext, request: ErasureRequest, reason: string): Promise<PersonExport | undefined> {
  return withPatience(async () => {
    const person = await findPerson(ctx, criteria.parse(request));
    const mentions = mentionsOf(person.values);
    assertNamesNobody(reason, mentions);
    const tables = filesOf(await readPerson(person, mentions, subjectsOf(person)));
    if (tables.length === 0) return undefined;
    const { documents, lost } = await readDocuments(person);
    await record(ctx, person, reason);
    const files = tables.map(({ path, rows }): PackedFile => ({ path, content: `${JSON.stringify(rows, null, 2)}\n` }));
    return {
      archive: writeZip([...files, ...documents]),
      rows: Object.fromEntries(tables.map(({ path, rows }) => [path, rows.length])),
      documents: documents.length,
      lost,
    };
  });
}

function filesOf({ about, mentions }: PersonData): { path: string; rows: object[] }[] {
  return [
    ...Object.entries(about).map(([table, rows]) => ({ path: `${table}.json`, rows })),
    ...Object.entries(mentions).map(([table, rows]) => ({ path: `mentions/${table}.json`, rows })),
  ].filter(({ rows }) => rows.length > 0);
}

/** Documents that were replaced are among them. */
async function readDocuments({ claims }: FoundPerson): Promise<{ documents: PackedFile[]; lost: string[] }> {
  const [documents, lost]: [PackedFile[], string[]] = [[], []];
  const rows = await db
    .select({ id: claimDocuments.id, key: claimDocuments.storageKey, mimeType: claimDocuments.mimeType })
    .from(claimDocuments)
    .where(
      inArray(
        claimDocuments.claimId,
        claims.map(({ id }) => id),
      ),
    )
    .orderBy(claimDocuments.id);
  for (const { id, key, mimeType } of rows) {
    if (!(await hasFile(key))) lost.push(id);
    else documents.push({ path: `documents/${id}.${mimeType.split("/")[1]}`, content: await buffer(await getFile(key)) });
  }
  return { documents, lost };
}

async function record(ctx: OperatorContext, { contracts, claims, renters, users }: FoundPerson, reason: string): Promise<void> {
  const subjects = [
    ...contracts.map(({ cid }) => ({ id: cid, from: "contract" })),
    ...claims.map(({ id }) => ({ id, from: "claim" })),
    ...renters.map(({ uid }) => ({ id: uid, from: "renter" })),
    ...users.map(({ id }) => ({ id, from: "user" })),
  ];
  await db.transaction(async (tx) => {
    for (const { id, from } of subjects.length > 0 ? subjects : [{ id: "mentions", from: "mentions" }]) {
      await recordAudit(tx, ctx, { action: "person.exported", subjectId: id, reason, details: { from } });
    }
  });
}
