/** The message of an error, in any of the envelopes (rules/errors.md#envelopes-1, #envelopes-2, #envelopes-3). */
export function answeredMessage(responseBody: string | null): string | undefined {
  const answer = parse(responseBody);
  const { error, message } = (typeof answer === "object" && answer !== null ? answer : {}) as { error?: unknown; message?: unknown };
  const inner = typeof error === "object" && error !== null ? (error as { message?: unknown }).message : undefined;
  return [inner, message].find((said): said is string => typeof said === "string" && said !== "");
}

function parse(text: string | null): unknown {
  try {
    return JSON.parse(text ?? "");
  } catch {
    return undefined;
  }
}
