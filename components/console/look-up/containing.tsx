"use client";

import { useTranslations } from "next-intl";
import { TextLink } from "#components/kit/facts/text-link.tsx";
import { PaletteIcon } from "#components/shell/palette-icon.tsx";
import { Card, CardContent, CardHeader, CardTitle } from "#components/ui/card.tsx";
import type { FoundItem } from "#lib/developer/search/schema.ts";

/** The things that contain a text, by kind, each with the field that does. */
export function Containing({ items }: { items: readonly FoundItem[] }) {
  const t = useTranslations("lookup");
  const words = useTranslations("shell.palette");
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
          {found.map(({ href, title, hint, field }) => (
            <li key={`${href} ${hint}`} className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
              <TextLink href={href}>{title}</TextLink>
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
