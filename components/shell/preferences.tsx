"use client";

import { Languages, SunMoon } from "lucide-react";
import { useTranslations } from "next-intl";
import { onDemand } from "#components/kit/form/on-demand.tsx";
import { Button } from "#components/ui/button.tsx";

const PreferenceMenu = onDemand(() => import("#components/shell/preference-choices.tsx").then((module) => module.PreferenceMenu), "menu");

const icons = { language: Languages, theme: SunMoon };

/** Two small menus for language and theme, for pages without a shell. */
export function Preferences() {
  return (
    <div className="flex items-center">
      <Preference of="language" />
      <Preference of="theme" />
    </div>
  );
}

function Preference({ of }: { of: keyof typeof icons }) {
  const t = useTranslations("shell");
  const Icon = icons[of];
  return (
    <PreferenceMenu
      of={of}
      trigger={
        <Button variant="ghost" size="icon" icon={Icon}>
          <span className="sr-only">{t(of)}</span>
        </Button>
      }
    />
  );
}
