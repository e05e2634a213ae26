import { CloudOff } from "lucide-react";
import { useTranslations } from "next-intl";
import { HttpStatus } from "#components/kit/facts/status-badge.tsx";
import { Badge } from "#components/ui/badge.tsx";
import type { NetworkErrorName } from "#lib/delivery/webhooks/network-error.ts";

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
