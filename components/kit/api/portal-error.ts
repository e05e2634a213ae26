/** What is told of a refused request. */
export interface Failure {
  message?: string;
  key?: string;
  values?: Record<string, string | number>;
  fields?: Record<string, string>;
}

/** Why the server did not do what a page asked for. */
export class PortalError extends Error {
  override name = "PortalError";
  /** 0 where no answer came. */
  readonly status: number;
  /** The sentence in `messages/<language>/refusals.json`, where there is one. */
  readonly key: string | undefined;
  readonly values: Record<string, string | number>;
  /** What is wrong with which field of the form. */
  readonly fields: Record<string, string>;

  constructor(status: number, failure: Failure, options?: ErrorOptions) {
    super(failure.message ?? `status ${status}`, options);
    this.status = status;
    this.key = failure.key;
    this.values = failure.values ?? {};
    this.fields = failure.fields ?? {};
  }
}

/** The PortalError behind an error, which the client of the procedures wraps; undefined for any other. */
export function portalErrorOf(error: unknown): PortalError | undefined {
  if (error instanceof PortalError) return error;
  return error instanceof Error && error.cause instanceof PortalError ? error.cause : undefined;
}
