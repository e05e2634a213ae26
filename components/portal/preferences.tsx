"use client";

import { Languages, SunMoon } from "lucide-react";
import { useTranslations } from "next-intl";
import { lazy } from "react";
import { OnDemand } from "#components/portal/on-demand.tsx";
import { Button } from "#components/ui/button.tsx";

const load = () => import("#components/portal/preference-choices.tsx");
const PreferenceMenu = lazy(() => load().then((module) => ({ default: module.PreferenceMenu })));

const icons = { language: Languages, theme: SunMoon };

/** Language and theme as two small menus, for pages without a shell. */
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
  const trigger = (
    <Button variant="ghost" size="icon">
      <Icon aria-hidden />
      <span className="sr-only">{t(of)}</span>
    </Button>
  );
  return (
    <OnDemand trigger={trigger} opens="menu" load={load}>
      <PreferenceMenu of={of} trigger={trigger} />
    </OnDemand>
  );
}
