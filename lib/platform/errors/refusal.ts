import type sentences from "#lib/platform/i18n/messages/en/refusals.json";

export type RefusalKey = keyof typeof sentences;

/** A refusal for people; partners' systems get an ApiError. `key` names its translation, and `values` fill its placeholders. */
export class Refusal extends Error {
  override name = "Refusal";
  readonly key: RefusalKey;
  readonly values: Record<string, string | number>;
  /** The user whose proof of identity is refused, for the security log. */
  userId: string | undefined;

  constructor(
    message: string,
    { key, values = {}, ...options }: ErrorOptions & { key: RefusalKey; values?: Record<string, string | number> },
  ) {
    super(message, options);
    this.key = key;
    this.values = values;
  }
}

export class NotFound extends Refusal {
  override name = "NotFound";
}

export class AuthenticationStale extends Refusal {
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
