"use client";

import { useTranslations } from "next-intl";
import { useCallback } from "react";

/** Says what was done; an action that has no words of its own by its name. */
export function useActionName(): (action: string) => string {
  const t = useTranslations("audit.actions");
  return useCallback((action) => (t.has(action as "key.revoked") ? t(action as "key.revoked") : action), [t]);
}
