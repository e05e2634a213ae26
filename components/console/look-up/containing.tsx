"use client";

import { useTranslations } from "next-intl";
import { CoverPeriod } from "#components/contracts/cover-period.tsx";
import { TextLink } from "#components/kit/facts/text-link.tsx";
import { FoundStatus } from "#components/shell/found-status.tsx";
import { listOf } from "#components/shell/palette-groups.ts";
import { PaletteIcon } from "#components/shell/palette-icon.tsx";
import { Badge } from "#components/ui/badge.tsx";
import { Card, CardContent, CardHeader, CardTitle } from "#components/ui/card.tsx";
import type { FoundItem } from "#lib/developer/search/schema.ts";

/** The things that contain a text, by kind, each with the field that does. */
export function Containing({ items, term, isSupport }: { items: readonly FoundItem[]; term: string; isSupport: boolean }) {
  const t = useTranslations("lookup");
  const words = useTranslations("shell.palette");
  const environments = useTranslations("shell.environments");
  return [...Map.groupBy(items, ({ kind }) => kind)].map(([kind, found]) => (
    <Card key={kind}>
      <CardHeader>
        <CardTitle className="flex items-center gap-2">
          <PaletteIcon of={kind} />
          {words(`kindsOfThings.${kind}`)}
          <span className="text-sm font-normal text-muted-foreground">
            {t(found.some(({ hasMore }) => hasMore === true) ? "firstOfMore" : "allOfThem", { count: found.length })}
          </span>
        </CardTitle>
      </CardHeader>
      <CardContent>
        <ul className="grid gap-3" aria-label={t("containing")}>
          {found.map(({ href, title, hint, environment, status, cover, field }) => (
            <li key={`${href} ${hint}`} className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
              <TextLink href={href}>{title}</TextLink>
              {typeof status === "string" ? <FoundStatus kind={kind} status={status} /> : null}
              {environment ? <Badge tone="outline">{environments(environment)}</Badge> : null}
              {field ? <span className="text-sm font-medium">{t("foundIn", { field: words(`fields.${field}`) })}</span> : null}
              {cover ? (
                <span className="text-sm">
                  <CoverPeriod from={cover[0]} until={cover[1]} focusable />
                </span>
              ) : null}
              <span className="min-w-0 text-sm break-words text-muted-foreground">{hint}</span>
            </li>
          ))}
        </ul>
        <AllOfKind kind={kind} term={term} isCut={found.some(({ hasMore }) => hasMore === true)} isSupport={isSupport} />
      </CardContent>
    </Card>
  ));
}

/** Leads to the console's list of what is cut off. */
function AllOfKind({ kind, term, isCut, isSupport }: { kind: FoundItem["kind"]; term: string; isCut: boolean; isSupport: boolean }) {
  const words = useTranslations("shell.palette");
  if (!isCut || (kind !== "claims" && !(kind === "renters" && isSupport))) return null;
  const href = listOf(kind, term, [{ href: `/support/${kind}` }]) ?? "";
  return (
    <p className="mt-3">
      <TextLink href={href}>{words(`all.${kind}`, { text: term })}</TextLink>
    </p>
  );
}
