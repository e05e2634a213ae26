import { SetupError } from "#db/embedded/setup-error.ts";
import type { OperatorContext } from "#lib/account/worlds/context.ts";
import { deleteStrays, findLostDocuments, findStrays } from "#lib/insurance/claims/reconcile-files.ts";
import type { FileCount } from "#lib/insurance/claims/reconcile-files.ts";
import type { Answer } from "#scripts/admin/commands.ts";
import { fields } from "#scripts/admin/text.ts";

export interface StrayFilesOptions {
  delete: boolean;
  /** Days. */
  olderThan: number;
  moreThanHalf: boolean;
}

const dayMs = 86_400_000;
const shownLost = 20;

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
        ...(lost.length > 0 && { "of the claims": lost.slice(0, shownLost).map(({ claim, documentId }) => `${claim} (${documentId})`) }),
      }),
  };
}

function describe({ files, bytes, oldest = null }: Pick<FileCount, "files" | "bytes"> & { oldest?: Date | null }): string {
  const size = `${files.toLocaleString("en")} (${(bytes / 1e6).toFixed(1)} MB)`;
  return oldest === null ? size : `${size}, the oldest of ${oldest.toISOString()}`;
}
