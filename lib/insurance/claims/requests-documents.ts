import { z } from "zod";
import { documentsLimit } from "#lib/insurance/claims/rules/upload-limits.ts";
import type { ApiError } from "#lib/platform/errors/catalogue.ts";
import { textUpTo } from "#lib/platform/wire/wire.ts";

const named = (longest: number, description: string, example: string) =>
  textUpTo(longest)
    .regex(/\S/, "must not be blank")
    .meta({ description, examples: [example] });

const type = named(200, "The type of the document, one of the claim's `documentEntries`.", "Dépôt de plainte");
const title = named(200, "A readable title.", "Dépôt de plainte du 12 janvier");
const filename = named(255, "The name of the file. Its extension is ignored: the type is detected from the content.", "plainte.pdf");
const commentText = textUpTo(2000).meta({ description: "A comment for the handler.", examples: ["Page 2 is hard to read."] });
const comment = commentText.nullish();

export const documentMeta = z.object({ type, title, comment });
export type DocumentMeta = z.infer<typeof documentMeta>;

export const namedDocumentMeta = documentMeta.extend({ filename });

/** A document of a JSON body, with its content. */
export const jsonDocument = z
  .strictObject({
    type,
    title,
    filename,
    content: z.string().meta({
      id: "DocumentContent",
      contentEncoding: "base64",
      description: "The bytes of the file in base64, without a `data:` prefix and without line breaks.",
      examples: ["JVBERi0xLjQK"],
    }),
    comment,
  })
  .meta({ id: "JsonDocumentBody", description: "A document with its content." });

const formDocument = z
  .strictObject({
    type,
    title,
    comment: commentText.optional(),
    file: z.string().meta({ format: "binary", description: "The file, as a part with a file name." }),
  })
  .meta({ id: "UploadDocumentForm", description: "A document with its file." });

/**
 * The pipeline reads every form at both operations, a single document in place of the list included (rules/claims.md#upload-1). Published,
 * each operation has one: generated clients mix up a list and a form, and few send an object such as `meta` in a form.
 */
export const documentsBody = {
  "application/json": z.array(jsonDocument).min(1).max(documentsLimit).meta({ description: "The documents." }),
};
export const documentForm = { "multipart/form-data": formDocument };

export interface UploadedFile {
  size: number;
  head: Uint8Array;
  /** SHA-256, in hexadecimal. */
  digest: string;
  read(): AsyncIterable<Uint8Array>;
}

export interface UploadedItem {
  meta: unknown;
  file: UploadedFile | undefined;
  error?: "INVALID_BASE64" | "FILE_TOO_LARGE" | undefined;
}

/** A body with files, read to its end. `fault` concerns the whole body; faults of the claim are answered before it. */
export interface Upload {
  items: UploadedItem[];
  /** True for JSON, where each document names its file. */
  isNamed: boolean;
  error?: ApiError | undefined;
}

export const upload = z.custom<Upload>();
