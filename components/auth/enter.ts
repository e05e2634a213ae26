import { signIn } from "next-auth/react";
import { signWithPasskey } from "#components/auth/webauthn.ts";
import { api } from "#components/kit/api/api.ts";
import type { SecondStep } from "#lib/account/users/schema.ts";

export type SignInOutcome = "signedIn" | "secondStep" | "refused" | "suspended" | "tooMany" | "failed";

/** Outcomes by the error names that next-auth returns. */
const outcomes: Record<string, SignInOutcome> = {
  SecondStep: "secondStep",
  CredentialsSignin: "refused",
  PartnerSuspended: "suspended",
  TooManyAttempts: "tooMany",
};

/** Signs in by e-mail and password; the browser then has a new session or a pending second step. */
export async function enter(email: string, password: string): Promise<SignInOutcome> {
  const answer = await signIn("credentials", { email, password, redirect: false });
  if (answer?.ok === true && typeof answer.error !== "string") return "signedIn";
  return outcomes[answer?.error ?? ""] ?? "failed";
}

export const askSignInPasskey = () => api.signIn.offerPasskeys.mutate();

export async function enterByPasskey(): Promise<SignInOutcome> {
  return takeStep({ passkey: await signWithPasskey(await askSignInPasskey()) });
}

/** Takes the second step of a sign-in; throws if it was wrong. */
export async function takeStep(step: SecondStep): Promise<SignInOutcome> {
  const { outcome } = await api.signIn.takeSecondStep.mutate(step);
  return outcome;
}

export async function enterByIdentityProvider(returnPath: string): Promise<void> {
  await signIn("oidc", { callbackUrl: returnPath });
}
