import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { orNotFound, requirePartner } from "#app/_session/session.ts";
import type { WorldPageProps } from "#app/_session/session.ts";
import { readFilters } from "#app/_session/titled.ts";
import { Prefetched, prefetch } from "#components/kit/api/prefetched.tsx";
import { entriesQuery, entryParsers, refundsQuery, statementQuery } from "#components/statements/queries.ts";
import { StatementView } from "#components/statements/statement-view.tsx";

export async function generateMetadata({ params }: WorldPageProps<"month">): Promise<Metadata> {
  return { title: (await getTranslations("statements"))("statementOf", { month: (await params).month }) };
}

export default async function StatementPage({ params, searchParams }: WorldPageProps<"month">) {
  const { environment: name, month } = await params;
  const ctx = await requirePartner(name, "member");
  const { environment } = ctx.world;
  const asked = await readFilters(entryParsers, searchParams);
  const refunds = refundsQuery(environment, month, { renter: asked.renter, before: null, after: null });
  await prefetch(ctx, statementQuery(environment, month), entriesQuery(environment, month, asked), refunds).catch(orNotFound);
  return (
    <Prefetched areas={["statements", "claims"]}>
      <StatementView month={month} partnerName={ctx.user.partner?.name ?? ""} />
    </Prefetched>
  );
}
