"use client";

import { useTranslations } from "next-intl";
import { useTheme } from "next-themes";
import { useId, useSyncExternalStore } from "react";
import type { ReactNode } from "react";
import { languageNames, themes, useLanguage } from "#components/shell/use-language.ts";
import { Label } from "#components/ui/label.tsx";
import { RadioGroup, RadioGroupItem } from "#components/ui/radio-group.tsx";
import { languages } from "#lib/platform/i18n/locales.ts";

export function AppearanceForm() {
  const t = useTranslations("shell");
  const [language, setLanguage] = useLanguage();
  const { theme = "system", setTheme } = useTheme();
  // The server does not know the theme, so nothing is marked before hydration.
  const isAlive = useSyncExternalStore(
    subscribeToNothing,
    () => true,
    () => false,
  );
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      <Choices
        label={t("language")}
        value={language}
        onChange={setLanguage}
        choices={languages.map((name) => [name, languageNames[name]])}
      />
      <Choices
        label={t("theme")}
        value={isAlive ? theme : ""}
        onChange={setTheme}
        choices={themes.map((name) => [name, t(`themes.${name}`)])}
      />
    </div>
  );
}

function subscribeToNothing(): () => void {
  return () => undefined;
}

function Choices({
  label,
  value,
  onChange,
  choices,
}: {
  label: string;
  value: string;
  onChange: (value: string) => void;
  choices: [string, ReactNode][];
}) {
  const id = useId();
  return (
    <div className="grid content-start gap-2">
      <p id={id} className="font-medium">
        {label}
      </p>
      <RadioGroup aria-labelledby={id} className="content-start" value={value} onValueChange={onChange}>
        {choices.map(([choice, words]) => (
          <Label key={choice} className="w-fit font-normal">
            <RadioGroupItem value={choice} />
            {words}
          </Label>
        ))}
      </RadioGroup>
    </div>
  );
}
