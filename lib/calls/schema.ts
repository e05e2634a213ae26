/** A recorded `/v2` request of a known key (resolutions.md § 10). Bodies are texts, cut and without secrets. */
export interface CallRecord {
  executionId: string;
  at: Date;
  worldId: number;
  keyId: string;
  method: string;
  path: string;
  endpoint: string | null;
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
