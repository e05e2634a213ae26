"use client";

import { useLocale } from "next-intl";
import { usePathname, useRouter } from "next/navigation";
import { useCallback } from "react";
import { keepCookie } from "#components/shell/cookies.ts";
import { languageCookie } from "#lib/platform/i18n/locales.ts";

export const languageNames = { en: "English", fr: "Français" } as const;
export const themes = ["light", "dark", "system"] as const;

/** The portal's language, and a function that changes it. */
export function useLanguage(): [string, (language: string) => void] {
  const router = useRouter();
  const isDocumentation = usePathname().startsWith("/docs");
  const change = useCallback(
    (language: string) => {
      keepCookie(languageCookie, language);
      // The documentation is served as it is.
      if (isDocumentation) location.reload();
      else router.refresh();
    },
    [router, isDocumentation],
  );
  return [useLocale().slice(0, 2), change];
}
