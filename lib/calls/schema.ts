/** A recorded `/v2` request of a known key (resolutions.md § 10). Bodies are texts, cut and without secrets. */
export interface CallRecord {
  executionId: string;
  at: Date;
  worldId: number;
  keyId: string;
  method: string;
  path: string;
  /** The endpoint's id in the reference, e.g. `createContract`; null for an unknown path. */
  endpoint: string | null;
  /** Asked what it would do, not to do it. */
  preview: boolean;
  subjectId: string | null;
  query: string;
  requestBody: string | null;
  responseBody: string | null;
  status: number;
  errorCode: number | null;
  durationMicros: number;
  ip: string | null;
  userAgent: string | null;
}
