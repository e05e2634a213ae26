"use client";

import { useTranslations } from "next-intl";
import { IdentityConfirmation } from "#components/auth/identity-confirmation.tsx";
import { SecondFactors } from "#components/settings/second-factors.tsx";
import { Notifications } from "#components/shell/notifications.tsx";
import { QueryProvider } from "#components/shell/query-provider.tsx";
import { leave } from "#components/shell/sign-out.ts";
import { Button } from "#components/ui/button.tsx";

/** Sets up the second factor that the user's role needs, and continues to their first page. */
export function SecondFactorSetup() {
  const t = useTranslations("auth");
  return (
    <QueryProvider>
      <div className="grid gap-5">
        <SecondFactors onSaved={() => location.assign("/sign-in")} />
        <Button variant="link" className="h-auto w-fit p-0" onClick={() => void leave()}>
          {t("signOutInstead")}
        </Button>
      </div>
      <Notifications />
      <IdentityConfirmation />
    </QueryProvider>
  );
}
