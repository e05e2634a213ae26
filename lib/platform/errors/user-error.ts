import type sentences from "#lib/platform/i18n/messages/en/refusals.json";

export type UserErrorKey = keyof typeof sentences;

/** An error for people; partners' systems get an ApiError. `key` names its translation, and `values` fill its placeholders. */
export class UserError extends Error {
  override name = "UserError";
  readonly key: UserErrorKey;
  readonly values: Record<string, string | number>;
  /** The user whose proof of identity is refused, for the security log. */
  userId: string | undefined;

  constructor(
    message: string,
    { key, values = {}, ...options }: ErrorOptions & { key: UserErrorKey; values?: Record<string, string | number> },
  ) {
    super(message, options);
    this.key = key;
    this.values = values;
  }
}

export class NotFound extends UserError {
  override name = "NotFound";
}

export class AuthenticationStale extends UserError {
  override name = "AuthenticationStale";
}

/** Codes repeat across the sides of the API, so entries are keyed by name. */
export interface ErrorEntry {
  /** The integer that partners see (rules/errors.md#codes-1). */
  code: number;
  status: number;
  /** A sentence without a full stop; the default message. */
  meaning: string;
  cure: string;
}
