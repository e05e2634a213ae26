"use client";

import { useTranslations } from "next-intl";
import { Alert } from "#components/ui/alert.tsx";

/** Says how people are invited where the installation sends no e-mail. */
export function NoMail({ partnerId }: { partnerId: string | null }) {
  const t = useTranslations("users.noMail");
  const invite =
    partnerId === null
      ? 'npm run admin -- invite-staff <e-mail> --name "…" --role handler'
      : `npm run admin -- invite-user ${partnerId} <e-mail> --name "…" --role member`;
  return (
    <Alert title={t("title")} className="mb-5">
      <p>{t("description")}</p>
      {[invite, 'npm run admin -- renew-link <e-mail> --reason "…"'].map((command) => (
        <p key={command} className="mt-1">
          <code className="text-sm" translate="no">
            {command}
          </code>
        </p>
      ))}
    </Alert>
  );
}
