"use client";

import { useLocale } from "next-intl";
import { usePathname, useRouter } from "next/navigation";
import { useCallback } from "react";
import { languageCookie } from "#lib/platform/i18n/locales.ts";

const year = 31_536_000;

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

/** Stores a preference in a cookie, so that the server renders with it. Not for secrets. */
export function keepCookie(name: string, value: string, seconds: number = year): void {
  const secure = location.protocol === "https:" ? "; secure" : "";
  document.cookie = `${name}=${encodeURIComponent(value)}; path=/; max-age=${seconds}; samesite=lax${secure}`;
}

/** True if the browser sends this value with the next request. */
export function hasCookie(name: string, value: string): boolean {
  return document.cookie.split("; ").includes(`${name}=${encodeURIComponent(value)}`);
}
