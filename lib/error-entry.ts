/** Codes repeat across the sides of the API, so entries are keyed by name. */
export interface ErrorEntry {
  /** The integer that partners see (partner-api.md § Errors). */
  code: number;
  /** resolutions.md § 2. */
  status: number;
  /** A sentence without a full stop; the default message. */
  meaning: string;
  /** What the partner's engineer does about it. */
  cure: string;
}
