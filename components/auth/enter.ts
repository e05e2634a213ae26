import { signIn } from "next-auth/react";

export type SignInOutcome = "signedIn" | "refused" | "suspended" | "tooMany" | "failed";

/** What the errors that the server answers stand for. */
const outcomes: Record<string, SignInOutcome> = {
  CredentialsSignin: "refused",
  PartnerSuspended: "suspended",
  TooManyAttempts: "tooMany",
};

/** Signs in by e-mail and password; the browser then holds a new session. */
export async function enter(email: string, password: string): Promise<SignInOutcome> {
  const answer = await signIn("credentials", { email, password, redirect: false });
  if (answer?.ok === true && typeof answer.error !== "string") return "signedIn";
  return outcomes[answer?.error ?? ""] ?? "failed";
}

/** Goes to the sign-in of the identity provider. */
export async function enterByIdentityProvider(returnPath: string): Promise<void> {
  await signIn("oidc", { callbackUrl: returnPath });
}
