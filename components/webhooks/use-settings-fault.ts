"use client";

import { useTranslations } from "next-intl";

/** Words what is wrong with a webhook's settings, whether the form or the server found it: both tell it by its name (lib/webhooks/schema.ts). */
export function useSettingsFault(): (fault: string | undefined) => string | undefined {
  const t = useTranslations("webhooks.settingsFaults");
  return (fault) => (fault !== undefined && t.has(fault as "noEvents") ? t(fault as "noEvents") : fault);
}
