"use client";

import { Fingerprint } from "lucide-react";
import { useTranslations } from "next-intl";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { frameTitleId } from "#components/auth/auth-frame.tsx";
import { askSignInPasskey, enter, enterByIdentityProvider, enterByPasskey, takeStep } from "#components/auth/enter.ts";
import type { SignInOutcome } from "#components/auth/enter.ts";
import { PasswordInput } from "#components/auth/password-input.tsx";
import { ProofForm } from "#components/auth/proof-form.tsx";
import type { ProofMethod } from "#components/auth/proof-form.tsx";
import { api } from "#components/kit/api/api.ts";
import { PortalError } from "#components/kit/api/request.ts";
import { Field } from "#components/kit/form/field.tsx";
import { useZodForm, whenEarly } from "#components/kit/form/form.tsx";
import { useErrorText } from "#components/kit/states/error-state.tsx";
import { Alert } from "#components/ui/alert.tsx";
import { Button } from "#components/ui/button.tsx";
import { Input } from "#components/ui/input.tsx";
import { signInForm } from "#lib/account/users/schema.ts";
import type { SecondStep } from "#lib/account/users/schema.ts";

/** Why a sign-in that came back from elsewhere failed. */
type SignInFailure = "oidcRefused" | "suspended";

/** The page has validated `returnPath`. */
export function SignInForm({
  returnPath,
  hasEnded,
  hasIdentityProvider,
  failed,
}: {
  returnPath: string;
  /** True if the user's session has ended. */
  hasEnded: boolean;
  hasIdentityProvider: boolean;
  failed: SignInFailure | undefined;
}) {
  const t = useTranslations("auth");
  const { form, submit, signInByPasskey, isBusy, problem: error } = useSignIn(returnPath, failed);
  const { errors } = form.formState;
  return (
    <div className="grid gap-5">
      <form noValidate {...whenEarly(submit)} className="grid gap-4" onSubmit={(event) => void submit(event)}>
        {hasEnded && error === undefined ? <Alert tone="info">{t("sessionEnded")}</Alert> : null}
        {error === undefined ? null : (
          <Alert tone="danger" role="alert">
            {error}
          </Alert>
        )}
        <Field label={t("email")} error={errors.email?.message}>
          {(control) => <Input {...control} {...form.register("email")} type="email" autoComplete="username" />}
        </Field>
        <Field label={t("password")} error={errors.password?.message}>
          {(control) => <PasswordInput {...control} {...form.register("password")} autoComplete="current-password" />}
        </Field>
        <Button type="submit" size="lg" disabled={isBusy} className="mt-1 text-base">
          {isBusy ? t("signingIn") : t("signIn")}
        </Button>
      </form>
      <div className="flex items-center gap-3 text-sm text-muted-foreground before:h-px before:flex-1 before:bg-border after:h-px after:flex-1 after:bg-border">
        {t("or")}
      </div>
      <Button variant="outline" size="lg" className="text-base" disabled={isBusy} onClick={() => void signInByPasskey()} icon={Fingerprint}>
        {t("usePasskey")}
      </Button>
      {hasIdentityProvider ? (
        <Button variant="outline" size="lg" className="text-base" onClick={() => void enterByIdentityProvider(returnPath)}>
          {t("singleSignOn")}
        </Button>
      ) : null}
      <div className="grid gap-1 text-sm text-muted-foreground">
        <p>{t("forgotten")}</p>
        <p>{t("noAccount")}</p>
      </div>
    </div>
  );
}

/** Signs in by password or passkey, and goes on to `returnPath` or the second step; `problem` says why it failed. */
function useSignIn(returnPath: string, failed: SignInFailure | undefined) {
  const t = useTranslations("auth");
  const form = useZodForm(signInForm, { email: "", password: "" });
  const [outcome, setOutcome] = useState<SignInOutcome | "oidcRefused" | undefined>(failed);
  const [error, setError] = useState<unknown>();
  const say = useErrorText();
  const router = useRouter();
  const isBusy = form.formState.isSubmitting || outcome === "signedIn" || outcome === "secondStep";
  const problem = error === undefined ? outcome && errorOf(outcome, t) : say(error);

  function goOn(reached: SignInOutcome) {
    setOutcome(reached);
    // A full page load drops everything that was loaded for another session.
    if (reached === "signedIn") location.assign(returnPath);
    // The server then renders this page with the second step.
    if (reached === "secondStep") router.refresh();
  }

  async function signInByPasskey() {
    setOutcome(undefined);
    setError(undefined);
    try {
      goOn(await enterByPasskey());
    } catch (thrown) {
      setError(thrown);
    }
  }

  const submit = form.handleSubmit(async ({ email, password }) => {
    setOutcome(undefined);
    setError(undefined);
    goOn(await enter(email, password).catch((): SignInOutcome => "failed"));
  });

  return { form, submit, signInByPasskey, isBusy, problem };
}

function errorOf(outcome: SignInOutcome | "oidcRefused", t: ReturnType<typeof useTranslations<"auth">>): string | undefined {
  return outcome === "signedIn" || outcome === "secondStep" ? undefined : t(outcome);
}

/** The second step of a sign-in. The page has validated `returnPath`. */
export function SecondStepForm({ methods, returnPath }: { methods: readonly ProofMethod[]; returnPath: string }) {
  const t = useTranslations("auth");
  const router = useRouter();
  async function startOver() {
    await api.signIn.leave.mutate();
    router.refresh();
  }
  return (
    <div className="grid gap-5">
      <ProofForm
        methods={methods}
        labelledBy={frameTitleId}
        askPasskey={askSignInPasskey}
        send={async (proof) => {
          // The offered methods do not include a password.
          const outcome = await takeStep(proof as SecondStep);
          // A user who was disabled between the steps gets the same message as in the first step.
          if (outcome !== "signedIn") throw new PortalError(0, { message: "the sign-in was refused", key: "signInOver" });
          // A full page load drops everything that was loaded for another session.
          location.assign(returnPath);
        }}
      />
      <p className="border-t pt-4 text-sm">
        <Button variant="link" className="h-auto p-0" onClick={() => void startOver()}>
          {t("startOver")}
        </Button>
      </p>
    </div>
  );
}
