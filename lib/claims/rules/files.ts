/** What a document may be, by its content (partner-api.md § Limits). */
export const documentMimeTypes = ["application/pdf", "image/jpeg", "image/png", "image/webp", "image/heic", "image/heif"] as const;
export type DocumentMimeType = (typeof documentMimeTypes)[number];

/** The largest file in bytes (partner-api.md § Limits). */
export const fileLimit = 20_971_520;
