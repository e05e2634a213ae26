/** Codes repeat across the sides of the API, so entries are keyed by name. */
export interface ErrorEntry {
  /** The integer that partners see (partner-api.md § Errors). */
  code: number;
  status: number;
  /** A sentence without a full stop; the default message. */
  meaning: string;
  cure: string;
}
