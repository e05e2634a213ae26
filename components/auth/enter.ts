import { signIn } from "next-auth/react";

export type SignInOutcome = "signedIn" | "refused" | "tooMany" | "failed";

/** Signs in by e-mail and password; the browser then holds a new session. */
export async function enter(email: string, password: string): Promise<SignInOutcome> {
  const answer = await signIn("credentials", { email, password, redirect: false });
  if (answer?.ok === true && typeof answer.error !== "string") return "signedIn";
  if (answer?.error === "CredentialsSignin") return "refused";
  return answer?.error === "TooManyAttempts" ? "tooMany" : "failed";
}

/** Goes to the sign-in of the identity provider. */
export async function enterByIdentityProvider(returnPath: string): Promise<void> {
  await signIn("oidc", { callbackUrl: returnPath });
}
