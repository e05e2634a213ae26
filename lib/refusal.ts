import type sentences from "#lib/i18n/messages/en/refusals.json";

/** What a refusal is told by, in each language: `messages/<language>/refusals.json`. */
export type RefusalKey = keyof typeof sentences;

/**
 * Why something that a person asked for was not done: a sentence for people. Partners' systems get an ApiError instead.
 * `key` names its translation in messages/<language>/refusals.json, `values` what is filled in there.
 */
export class Refusal extends Error {
  override name = "Refusal";
  readonly key: RefusalKey;
  readonly values: Record<string, string | number>;

  constructor(
    message: string,
    { key, values = {}, ...options }: ErrorOptions & { key: RefusalKey; values?: Record<string, string | number> },
  ) {
    super(message, options);
    this.key = key;
    this.values = values;
  }
}

/** What was asked for does not exist, or is somebody else's, which answers the same. */
export class NotFound extends Refusal {
  override name = "NotFound";
}

/** The user has to prove again who they are before this is done. */
export class AuthenticationStale extends Refusal {
  override name = "AuthenticationStale";
}
