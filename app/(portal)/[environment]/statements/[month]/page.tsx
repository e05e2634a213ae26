import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import type { SearchParams } from "nuqs/server";
import { orNotFound } from "#app/_session/or-not-found.ts";
import { readList } from "#app/_session/read-list.ts";
import { requirePartner } from "#app/_session/session.ts";
import { known, Prefetched } from "#components/kit/api/prefetched.tsx";
import { entriesQuery, entryParsers, statementQuery } from "#components/statements/queries.ts";
import { StatementView } from "#components/statements/statement-view.tsx";
import { entryListQuery, listEntries } from "#lib/insurance/statements/entries-of-month.ts";
import { read } from "#lib/insurance/statements/read.ts";

interface Props {
  params: Promise<{ environment: string; month: string }>;
  searchParams: Promise<SearchParams>;
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return { title: (await getTranslations("statements"))("statementOf", { month: (await params).month }) };
}

export default async function StatementPage({ params, searchParams }: Props) {
  const { environment: name, month } = await params;
  const ctx = await requirePartner(name);
  const { environment } = ctx.world;
  const statement = await read(ctx, month).catch(orNotFound);
  const { asked, query } = await readList(entryParsers, entryListQuery, searchParams);
  return (
    <Prefetched
      areas={["statements"]}
      queries={[
        known(statementQuery(environment, month), Promise.resolve(statement)),
        known(entriesQuery(environment, month, asked), listEntries(ctx, { month, ...query })),
      ]}
    >
      <StatementView month={month} partnerName={ctx.user.partner?.name ?? ""} />
    </Prefetched>
  );
}
