"use client";

import { useTranslations } from "next-intl";
import { useTheme } from "next-themes";
import type { LookUp, PaletteEntry, PalettePage } from "#components/shell/palette-dialog.tsx";
import { languageNames, themes, useLanguage } from "#components/shell/use-language.ts";

/** What the palette does itself: theme, language, and the ways to begin something. */
export function usePaletteActions(lookUp: LookUp, pages: readonly PalettePage[]): PaletteEntry[] {
  const t = useTranslations("shell");
  const { setTheme } = useTheme();
  const [language, setLanguage] = useLanguage();
  const other = language === "fr" ? "en" : "fr";
  const ofPartner: PaletteEntry[] =
    lookUp === "development" || lookUp === "production"
      ? [
          // Only for those whose menu has the webhooks.
          ...pages.flatMap(({ href }): PaletteEntry[] =>
            href === `/${lookUp}/webhooks` ? [{ title: t("palette.newWebhook"), icon: "action", to: `${href}/new` }] : [],
          ),
          {
            title: t(lookUp === "development" ? "palette.toProduction" : "palette.toDevelopment"),
            icon: "action",
            to: lookUp === "development" ? "/production" : "/development",
          },
        ]
      : [];
  return [
    ...ofPartner,
    ...themes.map((theme): PaletteEntry => ({ title: t(`themes.${theme}`), hint: t("theme"), icon: "action", to: () => setTheme(theme) })),
    { title: languageNames[other], hint: t("language"), icon: "action", to: () => setLanguage(other) },
  ];
}
