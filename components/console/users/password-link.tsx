"use client";

import { useTranslations } from "next-intl";
import { OneTimeSecret } from "#components/kit/code/one-time-secret.tsx";

export interface ShownLink {
  token: string;
  /** Where the link was sent too. */
  mailedTo?: string;
}

/** The one-time link by which a user chooses their password. */
export function PasswordLink({ link, onClose }: { link: ShownLink | undefined; onClose: () => void }) {
  const t = useTranslations("users.link");
  return (
    <OneTimeSecret
      secret={link === undefined ? undefined : `${location.origin}/password/${link.token}`}
      what={t("what")}
      title={t("title")}
      description={link?.mailedTo === undefined ? t("description") : t("mailed", { email: link.mailedTo })}
      onClose={onClose}
    />
  );
}
