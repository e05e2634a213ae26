"use client";

import { useTranslations } from "next-intl";
import { useTheme } from "next-themes";
import type { ReactNode } from "react";
import { languageNames, themes, useLanguage } from "#components/shell/use-language.ts";
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuRadioGroup,
  DropdownMenuRadioItem,
  DropdownMenuTrigger,
} from "#components/ui/dropdown-menu.tsx";
import { languages } from "#lib/platform/i18n/locales.ts";

export function LanguageChoices() {
  const [language, setLanguage] = useLanguage();
  return (
    <DropdownMenuRadioGroup value={language} onValueChange={setLanguage}>
      {languages.map((name) => (
        <DropdownMenuRadioItem key={name} value={name} lang={name}>
          {languageNames[name]}
        </DropdownMenuRadioItem>
      ))}
    </DropdownMenuRadioGroup>
  );
}

export function ThemeChoices() {
  const t = useTranslations("shell");
  const { theme = "system", setTheme } = useTheme();
  return (
    <DropdownMenuRadioGroup value={theme} onValueChange={setTheme}>
      {themes.map((name) => (
        <DropdownMenuRadioItem key={name} value={name}>
          {t(`themes.${name}`)}
        </DropdownMenuRadioItem>
      ))}
    </DropdownMenuRadioGroup>
  );
}

export function PreferenceMenu({ of, trigger }: { of: "language" | "theme"; trigger: ReactNode }) {
  return (
    <DropdownMenu defaultOpen>
      <DropdownMenuTrigger asChild>{trigger}</DropdownMenuTrigger>
      <DropdownMenuContent align="end">{of === "language" ? <LanguageChoices /> : <ThemeChoices />}</DropdownMenuContent>
    </DropdownMenu>
  );
}
