/** One entry of the error catalogue. Codes repeat across the sides of the API, so entries are keyed by name. */
export interface ErrorEntry {
  /** The integer that partners see (partner-api.md § Errors). */
  code: number;
  /** HTTP status of the answer (resolutions.md § 2). */
  status: number;
  /** What went wrong, as a sentence without a full stop; the message where the thrower gives no better one. */
  meaning: string;
  /** What the partner's engineer does about it. */
  cure: string;
}
