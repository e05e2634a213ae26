"use client";

import { useTranslations } from "next-intl";
import { StatusBadge } from "#components/kit/facts/status-badge.tsx";
import { TextLink } from "#components/kit/facts/text-link.tsx";
import { PaletteIcon } from "#components/shell/palette-icon.tsx";
import { Badge } from "#components/ui/badge.tsx";
import { Card, CardContent, CardHeader, CardTitle } from "#components/ui/card.tsx";
import type { FoundItem } from "#lib/developer/search/schema.ts";
import type { ContractStatus } from "#lib/insurance/catalogue/schema.ts";
import type { ClaimStatus } from "#lib/insurance/claims/schema.ts";

/** The things that contain a text, by kind, each with the field that does. */
export function Containing({ items }: { items: readonly FoundItem[] }) {
  const t = useTranslations("lookup");
  const words = useTranslations("shell.palette");
  const environments = useTranslations("shell.environments");
  return [...Map.groupBy(items, ({ kind }) => kind)].map(([kind, found]) => (
    <Card key={kind}>
      <CardHeader>
        <CardTitle className="flex items-center gap-2">
          <PaletteIcon of={kind} />
          {words(`kindsOfThings.${kind}`)}
        </CardTitle>
      </CardHeader>
      <CardContent>
        <ul className="grid gap-3" aria-label={t("containing")}>
          {found.map(({ href, title, hint, environment, status, field }) => (
            <li key={`${href} ${hint}`} className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
              <TextLink href={href}>{title}</TextLink>
              {status === undefined ? null : kind === "claims" ? (
                <StatusBadge of="claim" status={status as ClaimStatus} />
              ) : (
                <StatusBadge of="contract" status={status as ContractStatus} />
              )}
              {environment === undefined ? null : <Badge tone="outline">{environments(environment)}</Badge>}
              {field === undefined ? null : (
                <span className="text-sm font-medium">{t("foundIn", { field: words(`fields.${field}`) })}</span>
              )}
              <span className="min-w-0 text-sm break-words text-muted-foreground">{hint}</span>
            </li>
          ))}
        </ul>
      </CardContent>
    </Card>
  ));
}
