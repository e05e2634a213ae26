"use client";

import { useTranslations } from "next-intl";
import { useTheme } from "next-themes";
import type { LookUp, PaletteEntry, PalettePage } from "#components/shell/palette-groups.ts";
import { languageNames, themes, useLanguage } from "#components/shell/use-language.ts";
import type { Messages } from "#lib/platform/i18n/messages.ts";

type Word =
  | "theme"
  | "language"
  | `themes.${keyof Messages["shell"]["themes"]}`
  | `palette.${keyof Messages["shell"]["palette"] & `${"new" | "to"}${string}`}`;

interface Preferences {
  language: string;
  setLanguage: (language: string) => void;
  setTheme: (theme: string) => void;
}

export function usePaletteActions(lookUp: LookUp, pages: readonly PalettePage[]): PaletteEntry[] {
  const t = useTranslations("shell");
  const { setTheme } = useTheme();
  const [language, setLanguage] = useLanguage();
  return paletteActions(t, { lookUp, pages }, { language, setLanguage, setTheme });
}

/** The actions of the palette: theme, language, and links to begin something. */
export function paletteActions(
  say: (word: Word) => string,
  { lookUp, pages }: { lookUp: LookUp; pages: readonly PalettePage[] },
  { language, setLanguage, setTheme }: Preferences,
): PaletteEntry[] {
  const other = language === "fr" ? "en" : "fr";
  const ofPartner: PaletteEntry[] =
    lookUp === "development" || lookUp === "production"
      ? [
          // Only for those whose menu has the webhooks.
          ...pages.flatMap(({ href }): PaletteEntry[] =>
            href === `/${lookUp}/webhooks` ? [{ title: say("palette.newWebhook"), icon: "action", to: `${href}/new` }] : [],
          ),
          {
            title: say(lookUp === "development" ? "palette.toProduction" : "palette.toDevelopment"),
            icon: "action",
            to: lookUp === "development" ? "/production" : "/development",
          },
        ]
      : [];
  return [
    ...ofPartner,
    ...themes.map((theme): PaletteEntry => ({
      title: say(`themes.${theme}`),
      hint: say("theme"),
      icon: "action",
      to: () => setTheme(theme),
    })),
    { title: languageNames[other], hint: say("language"), icon: "action", to: () => setLanguage(other) },
  ];
}
