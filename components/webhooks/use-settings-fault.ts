"use client";

import { useTranslations } from "next-intl";
import { faultKeyOf } from "#components/webhooks/settings-faults.ts";

/** Words what is wrong with a webhook's settings, whether the form or the server found it. */
export function useSettingsFault(): (message: string | undefined) => string | undefined {
  const t = useTranslations("webhooks.settingsFaults");
  return (message) => {
    const key = message === undefined ? undefined : faultKeyOf(message);
    return key === undefined ? message : t(key);
  };
}
