import { UserError } from "#lib/platform/errors/user-error.ts";

/** Attaches the user to a refused proof, if known, so that the security log names the user. */
export async function namingUser<Result>(userId: string | null, prove: () => Promise<Result>): Promise<Result> {
  try {
    return await prove();
  } catch (error) {
    if (error instanceof UserError && userId !== null) error.userId = userId;
    throw error;
  }
}
