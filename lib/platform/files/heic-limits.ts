export interface HeicLimits {
  /** The most pixels of the decoded picture. Phones make up to 48 million in HEIC. */
  pixels: number;
  /** The most memory of the decoder. */
  bytes: number;
  /** The longer side of the JPEG; a larger picture is reduced by a whole factor. */
  side: number;
  ms: number;
}

export const heicLimits: HeicLimits = { pixels: 50_000_000, bytes: 512 * 1024 * 1024, side: 4_096, ms: 60_000 };
