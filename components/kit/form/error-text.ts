import type { useTranslations } from "next-intl";
import type { AmountError } from "#lib/platform/text/typed-numbers.ts";

/** The parts of a zod issue that a message needs. */
export interface Issue {
  code: string;
  minimum?: number | bigint;
  maximum?: number | bigint;
  origin?: string;
  format?: string;
  expected?: string;
  input?: unknown;
  params?: Record<string, unknown> | undefined;
}

/** Translates a zod issue of a field. */
export function wordError(t: ReturnType<typeof useTranslations<"common.faults">>, issue: Issue): string {
  const { code, minimum, maximum, origin, format, expected, input, params } = issue;
  if (code === "custom" && params !== undefined && "error" in params) return wordAmountError(t, params as AmountError);
  const isEmpty = code === "too_small" && origin === "string" && Number(minimum) === 1;
  if (input === undefined || Number.isNaN(input) || isEmpty) return t("missing");
  if (code === "too_small") {
    return origin === "string" ? t("tooShort", { minimum: Number(minimum) }) : t("tooSmall", { minimum: Number(minimum) });
  }
  if (code === "too_big") {
    return origin === "string" ? t("tooLong", { maximum: Number(maximum) }) : t("tooBig", { maximum: Number(maximum) });
  }
  if (format === "email") return t(input === "" ? "missing" : "email");
  if (format === "url") return t("url");
  if (expected === "number" || expected === "int") return t("count");
  return t("invalid");
}

function wordAmountError(t: ReturnType<typeof useTranslations<"common.faults">>, error: AmountError): string {
  if (error.error === "missing") return t("missing");
  if (error.error === "tooLarge") return t("amount.tooLarge", { max: error.maxCents / 100 });
  if (error.error === "ambiguous") {
    const { whole, units, decimals } = error;
    return t("amount.ambiguous", { whole, units, decimals });
  }
  return t(`amount.${error.error}`);
}
