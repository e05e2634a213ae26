"use client";

import { useTranslations } from "next-intl";
import { useCallback } from "react";

const switched = { "webhook.changed": "webhook", "alert.changed": "alert" } as const;

/**
 * Returns the label of an audited action, or its technical name if it has none. A change of nothing but whether a webhook or an alert is
 * enabled has a label of its own.
 */
export function useActionName(): (action: string, details?: object | null) => string {
  const t = useTranslations("audit.actions");
  const word = useTranslations("audit.switched");
  return useCallback(
    (action, details) => {
      const { before: _before, skipped: _skipped, enabled, ...others } = { ...details } as Record<string, unknown>;
      if (typeof enabled === "boolean" && Object.keys(others).length === 0 && action in switched) {
        return word(`${switched[action as keyof typeof switched]}.${enabled ? "enabled" : "disabled"}`);
      }
      return t.has(action as "key.revoked") ? t(action as "key.revoked") : action;
    },
    [t, word],
  );
}
