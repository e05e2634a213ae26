import { useTranslations } from "next-intl";
import { Badge } from "#components/ui/badge.tsx";
import type { CallSource } from "#lib/account/worlds/call-sources.ts";

/** Marks a call that the portal made; the partner's own calls have no mark. */
export function SourceBadge({ source, className }: { source: CallSource; className?: string }) {
  const t = useTranslations("calls.sources");
  if (source === "system") return null;
  return (
    <Badge tone="info" className={className}>
      {t(source)}
    </Badge>
  );
}
