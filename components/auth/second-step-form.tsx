"use client";

import { useTranslations } from "next-intl";
import { useRouter } from "next/navigation";
import { frameTitleId } from "#components/auth/auth-frame.tsx";
import { askSignInPasskey, takeStep } from "#components/auth/enter.ts";
import { ProofForm } from "#components/auth/proof-form.tsx";
import type { ProofMethod } from "#components/auth/proof-form.tsx";
import { api } from "#components/kit/api/api.ts";
import { PortalError } from "#components/kit/api/request.ts";
import { Button } from "#components/ui/button.tsx";
import type { SecondStep } from "#lib/account/users/schema.ts";

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
