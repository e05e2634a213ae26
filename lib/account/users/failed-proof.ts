import { Refusal } from "#lib/platform/errors/refusal.ts";

/** Lets a refusal of the proof say whose it is, where that is known, so that the security log names the user. */
export async function namingUser<Result>(userId: string | null, prove: () => Promise<Result>): Promise<Result> {
  try {
    return await prove();
  } catch (error) {
    if (error instanceof Refusal && userId !== null) error.userId = userId;
    throw error;
  }
}
