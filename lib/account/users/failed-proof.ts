import { Refusal } from "#lib/platform/errors/refusal.ts";

/** Attaches the user to a refused proof, if known, so that the security log names the user. */
export async function namingUser<Result>(userId: string | null, prove: () => Promise<Result>): Promise<Result> {
  try {
    return await prove();
  } catch (error) {
    if (error instanceof Refusal && userId !== null) error.userId = userId;
    throw error;
  }
}
