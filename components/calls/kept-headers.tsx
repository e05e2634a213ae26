import { useTranslations } from "next-intl";
import { Disclosure } from "#components/kit/facts/facts.tsx";
import type { KeptHeader } from "#lib/developer/calls/rules/headers.ts";

/** The headers of a request or a response, without secrets. */
export function KeptHeaders({ title, headers }: { title: string; headers: readonly KeptHeader[] | null }) {
  const t = useTranslations("calls");
  if (headers === null) return null;
  return (
    <Disclosure title={title}>
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 font-mono text-sm max-sm:grid-cols-1">
        {headers.map(({ name, value }) => (
          <div key={`${name} ${value}`} className="contents">
            <dt className="text-muted-foreground">{name}</dt>
            <dd className="[overflow-wrap:anywhere]">{value.replaceAll("[removed]", t("removed"))}</dd>
          </div>
        ))}
      </dl>
    </Disclosure>
  );
}
