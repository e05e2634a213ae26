import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { orNotFound, requireStaff } from "#app/_session/session.ts";
import { Prefetched, prefetch } from "#components/kit/api/prefetched.tsx";
import { monthOfPartnersQuery } from "#components/statements/queries.ts";
import { MonthOfPartners } from "#components/statements/statement-of-support.tsx";

interface Props {
  params: Promise<{ month: string }>;
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return { title: (await getTranslations("statements"))("statementOf", { month: (await params).month }) };
}

export default async function MonthOfPartnersPage({ params }: Props) {
  const ctx = await requireStaff("support");
  const { month } = await params;
  await prefetch(ctx, monthOfPartnersQuery(month)).catch(orNotFound);
  return (
    <Prefetched areas={["statements"]}>
      <MonthOfPartners month={month} />
    </Prefetched>
  );
}
