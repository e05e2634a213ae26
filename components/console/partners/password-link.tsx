"use client";

import { useTranslations } from "next-intl";
import { OneTimeSecret } from "#components/kit/code/one-time-secret.tsx";

/** The one-time link by which a user chooses their password. */
export function PasswordLink({ token, onClose }: { token: string | undefined; onClose: () => void }) {
  const t = useTranslations("users.link");
  return (
    <OneTimeSecret
      secret={token === undefined ? undefined : `${location.origin}/password/${token}`}
      what={t("what")}
      title={t("title")}
      description={t("description")}
      onClose={onClose}
    />
  );
}
