import { CovergateError } from "../error.ts";

/** How a command ends, for scripts; the README lists them. */
export const exitCodes = { refused: 1, usage: 2, access: 3, limited: 4, unavailable: 5 } as const;

/** An error of the command line itself, with its cure. */
export class CommandProblem extends Error {
  readonly cure: string;
  readonly exitCode: number;

  constructor(message: string, cure: string, exitCode: number = exitCodes.usage) {
    super(message);
    this.cure = cure;
    this.exitCode = exitCode;
  }
}

export function exitCodeOf(error: unknown): number {
  if (error instanceof CommandProblem) return error.exitCode;
  return error instanceof CovergateError ? exitCodeOfStatus(error.status) : exitCodes.refused;
}

/** The exit code of an unsuccessful response; the status is 0 if none arrived. */
function exitCodeOfStatus(status: number): number {
  if (status === 401 || status === 403) return exitCodes.access;
  if (status === 429) return exitCodes.limited;
  return status === 0 || status >= 500 ? exitCodes.unavailable : exitCodes.refused;
}

/** Everything that is known of a failure, by name; the message first. */
export function describeProblem(error: unknown): Record<string, string | number | undefined> {
  if (error instanceof CommandProblem) return { message: error.message, cure: error.cure };
  if (!(error instanceof CovergateError)) return { message: error instanceof Error ? error.message : String(error) };
  const { message, name, field, executionId, cure } = error;
  // No response has neither.
  const [code, status] = [error.code, error.status].map((number) => (number === 0 ? undefined : number));
  return { message, name, code, status, field, execution_id: executionId, cure: cure ?? cures[name] };
}

/** The cures of errors that happen outside the API. */
const cures: Partial<Record<string, string>> = {
  CONNECTION_FAILED: "Check that the server runs at this address; `--base-url` or COVERGATE_BASE_URL names another one.",
  TIMED_OUT: "Try again; the server took the connection and did not answer.",
  UNREADABLE_RESPONSE: "Check that the address is that of Covergate; a proxy in between may have answered.",
};
