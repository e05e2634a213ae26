import { getLocale, getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import { AnchorLink } from "#components/docs/docs-page.tsx";
import { TextLink } from "#components/docs/prose.tsx";
import type { DocumentedError } from "#components/docs/reference/error-groups.ts";
import { operationHref } from "#components/docs/reference/reference-labels.ts";
import { Badge } from "#components/ui/badge.tsx";
import { errorCatalogue } from "#lib/platform/errors/catalogue.ts";

export async function ErrorItem({ error }: { error: DocumentedError }) {
  const [t, language] = await Promise.all([getTranslations("docs.errors"), getLocale()]);
  const { name, code, status, meaning, cure, operations } = error;
  return (
    <li
      id={name}
      data-english={language.startsWith("fr") ? errorCatalogue[name].meaning : undefined}
      className="group grid gap-x-6 gap-y-2 px-4 py-4 target:bg-accent sm:grid-cols-[5rem_minmax(0,1fr)] sm:px-5"
    >
      <p className="font-mono text-lg font-semibold tabular-nums">{code}</p>
      <div className="grid min-w-0 gap-1.5">
        <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <h3 className="font-mono font-medium [overflow-wrap:anywhere]">{name}</h3>
          <Badge tone="outline">HTTP {status}</Badge>
          <AnchorLink id={name} label={t("linkTo", { name })} />
        </div>
        <dl className="grid gap-x-4 gap-y-1.5 sm:grid-cols-[6rem_minmax(0,1fr)]">
          <Fact term={t("meaning")}>{asSentence(meaning)}</Fact>
          <Fact term={t("cure")}>{cure}</Fact>
          {operations.length === 0 ? null : (
            <Fact term={t("answeredBy")}>
              <span className="flex flex-wrap gap-x-3 gap-y-1">
                {operations.map((id) => (
                  <TextLink key={id} href={operationHref(id)}>
                    {id}
                  </TextLink>
                ))}
              </span>
            </Fact>
          )}
        </dl>
      </div>
    </li>
  );
}

function Fact({ term, children }: { term: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-muted-foreground">{term}</dt>
      <dd className="mb-1 min-w-0 [overflow-wrap:anywhere] sm:mb-0">{children}</dd>
    </>
  );
}

/** The catalogue's meanings have no capital and full stop; one that begins with a field's name keeps its spelling. */
function asSentence(meaning: string): string {
  return `${meaning.replace(/^(?:(?:an?|insufficient|none|something|the|there|this|too|aucun|ce|la|les?|trop|une?)\b|l’)/, capitalize)}.`;
}

function capitalize(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}
