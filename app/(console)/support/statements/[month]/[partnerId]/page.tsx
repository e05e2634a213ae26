import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { orNotFound, requireStaff } from "#app/_session/session.ts";
import { Prefetched, prefetch } from "#components/kit/api/prefetched.tsx";
import { statementOfPartnerQuery } from "#components/statements/queries.ts";
import { StatementOfPartner } from "#components/statements/statement-of-support.tsx";
import { read } from "#lib/account/partners/list.ts";

interface Props {
  params: Promise<{ month: string; partnerId: string }>;
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { month, partnerId } = await params;
  const { name } = await read(await requireStaff("support"), partnerId).catch(orNotFound);
  return { title: `${name} · ${(await getTranslations("statements"))("statementOf", { month })}` };
}

export default async function StatementOfPartnerPage({ params }: Props) {
  const ctx = await requireStaff("support");
  const { month, partnerId } = await params;
  await prefetch(ctx, statementOfPartnerQuery(partnerId, month)).catch(orNotFound);
  return (
    <Prefetched areas={["statements"]}>
      <StatementOfPartner partnerId={partnerId} month={month} />
    </Prefetched>
  );
}
