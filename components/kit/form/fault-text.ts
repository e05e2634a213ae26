import type { useTranslations } from "next-intl";
import type { AmountFault } from "#lib/platform/text/typed-numbers.ts";

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
export function wordFault(t: ReturnType<typeof useTranslations<"common.faults">>, issue: Issue): string {
  const { code, minimum, maximum, origin, format, expected, input, params } = issue;
  if (code === "custom" && params !== undefined && "fault" in params) return wordAmountFault(t, params as unknown as AmountFault);
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

function wordAmountFault(t: ReturnType<typeof useTranslations<"common.faults">>, fault: AmountFault): string {
  if (fault.fault === "missing") return t("missing");
  if (fault.fault === "tooLarge") return t("amount.tooLarge", { max: fault.maxCents / 100 });
  if (fault.fault === "ambiguous") {
    const { whole, units, decimals } = fault;
    return t("amount.ambiguous", { whole, units, decimals });
  }
  return t(`amount.${fault.fault}`);
}
