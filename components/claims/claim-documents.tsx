"use client";

import { Download } from "lucide-react";
import { useTranslations } from "next-intl";
import { StatusBadge } from "#components/kit/facts/status-badge.tsx";
import { TimeStamp } from "#components/kit/facts/time-stamp.tsx";
import { TitledCard } from "#components/kit/facts/titled-card.tsx";
import { useEnvironment } from "#components/shell/use-environment.ts";
import { Badge } from "#components/ui/badge.tsx";
import { Button } from "#components/ui/button.tsx";
import type { ClaimDetail } from "#lib/insurance/claims/read.ts";

/** The documents that a claim asks for: how far each is, and why one was refused. */
export function ClaimDocuments({ claim: { wire, requested } }: { claim: ClaimDetail }) {
  const environment = useEnvironment();
  const t = useTranslations("claims.documents");
  return (
    <TitledCard title={t("title")}>
      {wire.documentEntries.length === 0 ? <p className="text-muted-foreground">{t("none")}</p> : null}
      <ul className="grid divide-y">
        {wire.documentEntries.map(({ type, category, status, note, document }) => {
          // The claim goes on without it.
          const isSpared = status === "waiting_for" && category !== "mandatory" && !requested.includes(type);
          return (
            <li key={type} className="grid gap-1 py-3 first:pt-0 last:pb-0">
              <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
                <span lang="fr" className="min-w-0 font-medium [overflow-wrap:anywhere]">
                  {type}
                </span>
                <span className="flex flex-wrap items-center gap-1">
                  {requested.includes(type) ? <Badge tone="warning">{t("requested")}</Badge> : null}
                  {isSpared ? null : <Badge tone="outline">{t(`categories.${category}`)}</Badge>}
                  <StatusBadge of="ownDocument" status={isSpared ? "not_sent" : status} />
                </span>
              </div>
              {note === null ? null : <p className="text-sm whitespace-pre-line [overflow-wrap:anywhere]">{note}</p>}
              {document === null ? null : (
                <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
                  <p className="min-w-0 text-sm text-muted-foreground [overflow-wrap:anywhere]">
                    {document.title}
                    {document.uploadedAt === null ? null : (
                      <> · {t.rich("uploaded", { day: () => <TimeStamp at={document.uploadedAt ?? ""} as="minute" focusable /> })}</>
                    )}
                  </p>
                  <Button asChild size="sm" variant="ghost" className="max-sm:-ml-2.5">
                    <a
                      href={`/api/portal/${environment}/claims/${wire.id}/documents/${document.id}`}
                      download
                      aria-label={t("downloadOf", { type })}
                    >
                      <Download aria-hidden />
                      {t("download")}
                    </a>
                  </Button>
                </div>
              )}
              {document?.refusalReason === null || document === null ? null : (
                <p className="text-sm text-danger">{t("refused", { reason: document.refusalReason })}</p>
              )}
            </li>
          );
        })}
      </ul>
    </TitledCard>
  );
}
