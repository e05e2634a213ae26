import { ChevronRight } from "lucide-react";
import { getLocale, getTranslations } from "next-intl/server";
import { TextLink } from "#components/docs/prose.tsx";
import { wordsOf } from "#components/docs/reference/error-groups.ts";
import { jsonOf } from "#components/docs/reference/openapi-document.ts";
import type { Response } from "#components/docs/reference/openapi-document.ts";
import { errorCatalogue } from "#lib/errors/catalogue.ts";
import type { ErrorName } from "#lib/errors/catalogue.ts";

/** The errors of an operation, collapsed, each linked to its cure. */
export async function OperationErrors({ responses }: { responses: Record<string, Response> }) {
  const [t, language] = await Promise.all([getTranslations("docs.reference"), getLocale()]);
  const words = wordsOf(language);
  const names = Object.values(responses).flatMap(({ content }) => Object.keys(jsonOf(content)?.examples ?? {}) as ErrorName[]);
  return (
    <details className="group/errors">
      <summary className="flex w-fit max-w-full cursor-pointer list-none items-center gap-1 rounded-sm font-semibold [&::-webkit-details-marker]:hidden">
        <ChevronRight aria-hidden className="size-4 text-muted-foreground transition-transform group-open/errors:rotate-90" />
        {t("errors", { count: names.length })}
      </summary>
      <ul className="mt-2 divide-y overflow-hidden rounded-lg border bg-card">
        {names.map((name) => (
          <li key={name} className="grid grid-cols-[3.5rem_minmax(0,1fr)] gap-x-3 px-4 py-2 text-sm">
            <span className="font-mono font-medium tabular-nums">{errorCatalogue[name].code}</span>
            <span className="min-w-0 [overflow-wrap:anywhere]">
              <span className="font-mono">
                <TextLink href={`/docs/errors#${name}`}>{name}</TextLink>
              </span>
              <span className="block text-muted-foreground">{words[name].meaning}</span>
            </span>
          </li>
        ))}
      </ul>
    </details>
  );
}
