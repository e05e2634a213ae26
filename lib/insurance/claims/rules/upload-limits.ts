/** By content, not by file name (rules/claims.md#upload-3). */
export const documentMimeTypes = ["application/pdf", "image/jpeg", "image/png", "image/webp", "image/heic", "image/heif"] as const;
export type DocumentMimeType = (typeof documentMimeTypes)[number];
/** In bytes (rules/claims.md#upload-3). */
export const fileLimit = 20_971_520;
export const documentsLimit = 20;
/** In bytes: four files of 20 MB in base64. */
export const uploadLimit = 108 * 1_048_576;
