"use client";

import { useTranslations } from "next-intl";
import { useCallback } from "react";

/** Returns the label of an audited action, or its technical name if it has none. */
export function useActionName(): (action: string) => string {
  const t = useTranslations("audit.actions");
  return useCallback((action) => (t.has(action as "key.revoked") ? t(action as "key.revoked") : action), [t]);
}
