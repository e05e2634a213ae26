import { CloudOff } from "lucide-react";
import { useTranslations } from "next-intl";
import { useServerNow } from "#components/kit/api/server-clock.ts";
import { HttpStatus } from "#components/kit/facts/status-badge.tsx";
import { TimeStamp } from "#components/kit/facts/time-stamp.tsx";
import { Badge } from "#components/ui/badge.tsx";
import type { NetworkErrorName } from "#lib/delivery/webhooks/network-error.ts";

const second = 1000;

/** How long it is until the next attempt, counting down. A disabled webhook's deliveries wait. */
export function NextAttempt({ at, isWaiting = false, focusable = false }: { at: Date; isWaiting?: boolean; focusable?: boolean }) {
  const t = useTranslations("deliveries.next");
  const now = useServerNow("second");
  if (isWaiting) return t("waits");
  const left = Math.ceil((at.getTime() - now.getTime()) / second);
  if (left <= 0) return t("now");
  const [hours, minutes, seconds] = [Math.floor(left / 3600), Math.floor(left / 60) % 60, left % 60];
  return (
    <TimeStamp at={at} focusable={focusable}>
      {hours > 0 ? t("hours", { hours, minutes }) : minutes > 0 ? t("minutes", { minutes }) : t("seconds", { seconds })}
    </TimeStamp>
  );
}

/** The result of an attempt: the status of the response, or the reason for its absence. */
export function LastAnswer({ statusCode, error }: { statusCode: number | null; error: NetworkErrorName | null }) {
  const t = useTranslations("deliveries");
  if (statusCode !== null) return <HttpStatus status={statusCode} />;
  if (error === null) return <span className="text-muted-foreground">{t("noneYet")}</span>;
  return (
    <Badge tone="danger">
      <CloudOff aria-hidden />
      {t(`networkFaults.${error}`)}
    </Badge>
  );
}
