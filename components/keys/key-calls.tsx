"use client";

import { useTranslations } from "next-intl";
import { TimeStamp } from "#components/kit/facts/time-stamp.tsx";
import { Alert } from "#components/ui/alert.tsx";
import type { OwnKey } from "#lib/account/keys/list.ts";

/** Says whether the partner's own system still calls with a key that is about to end. */
export function KeyCalls({
  data: { preview, use, lastUsedAt },
  isAtRisk,
}: {
  data: Pick<OwnKey, "preview" | "use" | "lastUsedAt">;
  /** True if its calls fail at once. */ isAtRisk: boolean;
}) {
  const t = useTranslations("keys.recent");
  const calls = use?.calls ?? 0;
  if (calls === 0) return <Alert tone="info">{t("none", { preview })}</Alert>;
  return (
    <Alert tone={isAtRisk ? "warning" : "info"}>
      {t.rich("some", { preview, calls, time: () => (lastUsedAt === null ? null : <TimeStamp at={lastUsedAt} as="ago" focusable />) })}
    </Alert>
  );
}
