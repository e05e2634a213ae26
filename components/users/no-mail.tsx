"use client";

import { useTranslations } from "next-intl";
import { Alert } from "#components/ui/alert.tsx";
import type { Side } from "#components/users/user-actions.tsx";

/** Says how people are invited where the installation sends no e-mail. */
export function NoMail({ side }: { side: Side }) {
  const t = useTranslations("users.noMail");
  if (side === "team") {
    return (
      <Alert title={t("title")} className="mb-5">
        {t("team")}
      </Alert>
    );
  }
  const invite =
    side === "staff"
      ? 'bin/covergate admin invite-staff <e-mail> --name "…" --role handler'
      : `bin/covergate admin invite-user ${side.partnerId} <e-mail> --name "…" --role member`;
  return (
    <Alert title={t("title")} className="mb-5">
      <p>{t("description")}</p>
      {[invite, 'bin/covergate admin renew-link <e-mail> --reason "…"'].map((command) => (
        <p key={command} className="mt-1">
          <code className="text-sm" translate="no">
            {command}
          </code>
        </p>
      ))}
    </Alert>
  );
}
