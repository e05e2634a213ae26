import { open, unlink } from "node:fs/promises";
import { db } from "#db/client.ts";
import { SetupError } from "#db/embedded/setup-error.ts";
import { recordAudit } from "#lib/account/audit/record.ts";
import type { Token } from "#lib/account/users/cookies.ts";
import { invite, inviteAtTerminal } from "#lib/account/users/invite.ts";
import { replaceLinkAtTerminal, sendPasswordLink } from "#lib/account/users/password-links.ts";
import type { Invitation } from "#lib/account/users/schema.ts";
import { findUserId, removeSecondFactors } from "#lib/account/users/second-factors.ts";
import type { OperatorContext } from "#lib/account/worlds/context.ts";
import { findPartner } from "#lib/account/worlds/find.ts";
import { erasePerson, planErasure } from "#lib/developer/erasure/erase-person.ts";
import { exportPerson } from "#lib/developer/erasure/export-person.ts";
import type { PersonExport } from "#lib/developer/erasure/export-person.ts";
import { renewAnswers } from "#lib/developer/idempotency/stored-answers.ts";
import { beginRepair, indexThings, readRepair } from "#lib/developer/search/index-things.ts";
import { deleteStrays, findLostDocuments, findStrays } from "#lib/insurance/claims/reconcile-files.ts";
import type { FileCount } from "#lib/insurance/claims/reconcile-files.ts";
import { closeForPartner } from "#lib/insurance/renters/attach.ts";
import { repairLedger } from "#lib/insurance/statements/repair.ts";
import { listMismatches } from "#lib/insurance/statements/verify.ts";
import { sendsMail } from "#lib/platform/mail/mail.ts";
import { ownAddress } from "#lib/platform/own-address.ts";
import type { partnerRoles, staffRoles } from "#lib/platform/roles.ts";
import { errorOf, fields } from "#scripts/admin/explain.ts";
import { reencryptStoredSecrets } from "#scripts/admin/stored-secrets.ts";
import { pathOfCaller } from "#scripts/settings.ts";

/** A command's result: data for `--json`, text for a terminal. */
export interface Answer {
  data: unknown;
  text: string;
}

interface InviteOptions<Role> {
  name: string;
  role: Role;
}
export type StaffOptions = InviteOptions<(typeof staffRoles)[number]>;
export type UserOptions = InviteOptions<(typeof partnerRoles)[number]>;

export interface Reasoned {
  reason: string;
}

const shownAtMost = 20;

/** Invites the first administrator of the operator's staff, who invites the others in the console. */
export function inviteStaff(ctx: OperatorContext, email: string, options: StaffOptions): Promise<Answer> {
  return invitePerson(ctx, { partnerId: null, email, ...options });
}

export async function inviteUser(ctx: OperatorContext, idOrName: string, email: string, options: UserOptions): Promise<Answer> {
  return invitePerson(ctx, { partnerId: (await findPartner(idOrName)).id, email, ...options });
}

/** The link goes to the person's mailbox; the terminal prints it only if the installation sends no e-mail. */
async function invitePerson(ctx: OperatorContext, person: Invitation): Promise<Answer> {
  const news = `${person.name} is invited (${person.role}).`;
  if (sendsMail()) return answerMailed(person.email, news, await invite(ctx, person));
  const { userId, token } = await inviteAtTerminal(ctx, person);
  return answerLink(userId, token, news);
}

export async function renewLink(ctx: OperatorContext, email: string, { reason }: Reasoned): Promise<Answer> {
  const userId = await findUserId(email);
  const news = `The links of ${email} before this one no longer work.`;
  if (sendsMail()) {
    await sendPasswordLink(ctx, userId, reason);
    return answerMailed(email, news, { userId });
  }
  const { token } = await replaceLinkAtTerminal(ctx, userId, reason);
  return answerLink(userId, token, news);
}

function answerLink(userId: string, token: Token, news: string): Answer {
  const link = ownAddress(`/password/${token}`);
  return { data: { userId, link }, text: `${news} Here they choose a password, once, within seven days:\n${link}` };
}

function answerMailed(email: string, news: string, data: { userId: string }): Answer {
  return { data, text: `${news} Covergate mails ${email} a link to choose a password, once, within seven days.` };
}

export async function removeUserFactors(ctx: OperatorContext, email: string, { reason }: Reasoned): Promise<Answer> {
  const userId = await findUserId(email);
  await removeSecondFactors(ctx, userId, reason);
  return { data: { userId }, text: `${email} has no second factor any more and is signed out everywhere.` };
}

export async function closeRenter(ctx: OperatorContext, idOrName: string, uid: string, { reason }: Reasoned): Promise<Answer> {
  const { id, name } = await findPartner(idOrName);
  await closeForPartner(ctx, { partnerId: id, uid, reason });
  return { data: { partnerId: id, uid }, text: `${name} can no longer attach the renter ${uid}.` };
}

export async function rotateSecrets(ctx: OperatorContext): Promise<Answer> {
  const renewed = { ...(await reencryptStoredSecrets()), "idempotency_keys.body": await renewAnswers() };
  await db.transaction((tx) => recordAudit(tx, ctx, { action: "secrets.rotated", subjectId: "APP_SECRET", details: renewed }));
  return { data: renewed, text: `Everything is encrypted under the newest secret. Rows that were not:\n${fields(renewed)}` };
}

/** Says how far the entries of the search have been written. */
export async function readSearchProgress(): Promise<Answer> {
  const last = await readRepair();
  if (last === undefined) return { data: {}, text: "The entries were never written from the beginning." };
  const { startedAt, finishedAt, kind, entries } = last;
  const now = finishedAt === null ? { "is writing": kind } : { "done at": finishedAt };
  return { data: { startedAt, finishedAt, kind, entries }, text: fields({ "begun at": startedAt, ...now, entries }) };
}

/** Writes all entries anew, or goes on with what is under way, here or in an instance that is at it. */
export async function repairSearch(ctx: OperatorContext): Promise<Answer> {
  await beginRepair(ctx.now);
  await indexThings(ctx.now);
  return readSearchProgress();
}

export async function listLedgerMismatches(): Promise<Answer> {
  const contracts = await listMismatches();
  const mismatches = contracts.length;
  return { data: { mismatches, contracts }, text: fields({ mismatches, contracts: contracts.slice(0, shownAtMost) }) };
}

/** Compares all contracts now, or goes on with the pass that is under way. */
export async function repairStatements(ctx: OperatorContext): Promise<Answer> {
  const check = await repairLedger(ctx.now, { isDue: true });
  if (check === undefined) throw new SetupError("An instance is comparing them now; ask again in a minute.");
  const { startedAt, finishedAt, repaired } = check;
  return { data: { startedAt, finishedAt, repaired }, text: fields({ "begun at": startedAt, repaired }) };
}

interface PersonOptions extends Reasoned {
  email?: string;
  phone?: string;
  name?: string;
  contract?: string[];
}

export interface ErasureOptions extends PersonOptions {
  yes: boolean;
}

export interface ExportOptions extends PersonOptions {
  to: string;
}

/** Writes the data of a person to a file that only the operator's account can read. */
export async function exportData(ctx: OperatorContext, { contract, reason, to, ...request }: ExportOptions): Promise<Answer> {
  const path = pathOfCaller(to);
  const file = await open(path, "wx", 0o600).catch((error: unknown) => {
    throw new SetupError(`${path} cannot be made: ${errorOf(error).message}`);
  });
  let exported: PersonExport | undefined;
  try {
    exported = await exportPerson(ctx, { ...request, contracts: contract }, reason);
    if (exported !== undefined) await file.writeFile(exported.archive);
  } finally {
    await file.close();
    if (exported === undefined) await unlink(path);
  }
  if (exported === undefined) return { data: { file: null }, text: "There is nothing to export." };
  const { rows, documents, lost } = exported;
  const summary = fields({ ...rows, documents, ...(lost.length > 0 && { "documents whose file is lost": lost }) });
  const hint = Object.keys(rows).some((name) => name.startsWith("mentions/"))
    ? "\nmentions/ has data of others: look through it first."
    : "";
  return { data: { file: path, rows, documents, lost }, text: `Written to ${path}:\n${summary}${hint}` };
}

/** Erases the data of a person, or without `yes` lists where it is. */
export async function erase(ctx: OperatorContext, { contract, reason, yes, ...request }: ErasureOptions): Promise<Answer> {
  const wanted = { ...request, contracts: contract };
  const plan = yes ? await erasePerson(ctx, wanted, reason) : await planErasure(ctx, wanted);
  const { contracts, claims, renters, users, traces, hindrances } = plan;
  const isNothing =
    [contracts, claims, renters, users].every((ids) => ids.length === 0) && Object.values(traces).every((count) => count === 0);
  const news = isNothing ? "There is nothing to erase." : yes ? "Erased." : "Nothing was erased yet. With --yes this is:";
  const summary = fields({
    contracts,
    "claims, with their documents": claims,
    "contacts of renters": renters,
    users,
    "products of other contracts": traces.products,
    "logged calls": traces.calls,
    "stored answers": traces.answers,
    "audit entries": traces.auditEntries,
    ...(hindrances.length > 0 && { "stands in the way": hindrances }),
  });
  return { data: { erased: yes, ...plan }, text: isNothing ? news : `${news}\n${summary}` };
}

export interface StrayFilesOptions {
  delete: boolean;
  /** Days. */
  olderThan: number;
  moreThanHalf: boolean;
}

const dayMs = 86_400_000;

/** Compares the store with the rows that name its files, in both directions; with `delete` ends old files that nothing names. */
export async function strayFiles(ctx: OperatorContext, { delete: isAsked, olderThan, moreThanHalf }: StrayFilesOptions): Promise<Answer> {
  const before = new Date(ctx.now.getTime() - olderThan * dayMs);
  const found = await findStrays(before);
  if (isAsked && !moreThanHalf && found.strays.files * 2 > found.stored.files) {
    throw new SetupError(
      `${found.strays.files} of ${found.stored.files} files are named by nothing: is this the database of this store, and restored whole? Nothing was deleted; with --more-than-half it is`,
    );
  }
  const isDeleting = isAsked && found.old.files > 0;
  const deleted = isDeleting ? await deleteStrays(ctx, before, found.old) : { files: 0, bytes: 0 };
  const { named: lost, ...documents } = await findLostDocuments();
  const hint = isAsked || found.old.files === 0 ? "" : "Nothing was deleted. With --delete the old ones are.\n";
  const ofClaims = lost.slice(0, shownAtMost).map(({ claim, documentId }) => `${claim} (${documentId})`);
  return {
    data: { ...found, olderThanDays: olderThan, deleted, documents: { ...documents, named: lost } },
    text:
      hint +
      fields({
        "files of ours": describe(found.stored),
        "named by nothing": describe(found.strays),
        [`older than ${olderThan} days`]: describe(found.old),
        ...(isAsked && { deleted: describe(deleted) }),
        ...(found.foreign.files > 0 && { "not ours, left alone": describe(found.foreign) }),
        documents: documents.documents,
        "their file is lost": documents.lost,
        ...(lost.length > 0 && { "of the claims": ofClaims }),
      }),
  };
}

function describe({ files, bytes, oldest = null }: Pick<FileCount, "files" | "bytes"> & { oldest?: Date | null }): string {
  const size = `${files.toLocaleString("en")} (${(bytes / 1e6).toFixed(1)} MB)`;
  return oldest === null ? size : `${size}, the oldest of ${oldest.toISOString()}`;
}
