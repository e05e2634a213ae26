"use client";

import { useTranslations } from "next-intl";
import { OneTimeSecret } from "#components/kit/code/one-time-secret.tsx";

/** The link by which somebody chooses their password, to be passed on. */
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
