"use client";

import { useTranslations } from "next-intl";
import { portalErrorOf } from "#components/kit/api/request.ts";

/** The message for an error: its translation if there is one, otherwise the error's own text. */
export function useErrorText(): (error: unknown) => string {
  const t = useTranslations("refusals");
  return (error) => {
    const failure = portalErrorOf(error);
    if (failure === undefined) return t("unexpected");
    const { key, values, message, status } = failure;
    if (key !== undefined && t.has(key as "unexpected")) return t(key as "unexpected", values);
    if (status === 0 || status >= 500) return t("unexpected");
    return message.charAt(0).toUpperCase() + message.slice(1);
  };
}
