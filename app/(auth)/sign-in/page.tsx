import { getTranslations } from "next-intl/server";
import { redirect } from "next/navigation";
import { currentUser, homeOf } from "#app/_session/session.ts";
import { titled } from "#app/_session/titled.ts";
import { AuthFrame } from "#components/auth/auth-frame.tsx";
import { SecondStepForm, SignInForm } from "#components/auth/sign-in-form.tsx";
import { chooseReturnPath } from "#lib/account/users/rules/return-path.ts";
import { readSecondStep } from "#lib/account/users/sign-in.ts";
import { env } from "#lib/platform/env.ts";
import { currentTime } from "#lib/platform/time/clock.ts";
import { readPending } from "#lib/rpc/browser.ts";

export const generateMetadata = titled("auth.signInTitle");

export default async function SignInPage({ searchParams }: { searchParams: Promise<Record<string, string | string[] | undefined>> }) {
  const t = await getTranslations("auth");
  const { from, callbackUrl, error, ended } = await searchParams;
  const destination = typeof from === "string" ? from : pathOf(callbackUrl);
  const user = await currentUser();
  if (user !== undefined) redirect(chooseReturnPath(destination, homeOf(user)));
  const waiting = await readSecondStep(await readPending(), currentTime());
  if (waiting !== undefined) {
    const methods = [
      ...(waiting.passkey ? ["passkey" as const] : []),
      ...(waiting.app ? ["code" as const] : []),
      ...(waiting.recoveryCode ? ["recoveryCode" as const] : []),
    ];
    return (
      <AuthFrame title={t("secondStepTitle")} intro={t("secondStepIntro")} isNextStep>
        <SecondStepForm methods={methods} returnPath={chooseReturnPath(destination, "/sign-in")} />
      </AuthFrame>
    );
  }
  return (
    <AuthFrame title={t("signInTitle")} intro={t("signInIntro")}>
      <SignInForm
        returnPath={chooseReturnPath(destination, "/sign-in")}
        hasEnded={ended !== undefined}
        hasIdentityProvider={env.OIDC_ISSUER !== undefined}
        failed={error === undefined ? undefined : error === "PartnerSuspended" ? "suspended" : "oidcRefused"}
      />
    </AuthFrame>
  );
}

/** next-auth returns from a refused identity provider with an absolute address. */
function pathOf(address: string | string[] | undefined): string | undefined {
  if (typeof address !== "string" || !URL.canParse(address)) return undefined;
  const { pathname, search } = new URL(address);
  return pathname + search;
}
