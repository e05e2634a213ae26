import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { requireStaff } from "#app/_session/session.ts";
import { PaymentList } from "#components/console/payments/payment-list.tsx";
import { PaymentRuns } from "#components/console/payments/payment-runs.tsx";
import { paymentRunsQuery, paymentsQuery } from "#components/console/payments/queries.ts";
import { known, Prefetched } from "#components/kit/api/prefetched.tsx";
import { PageHeader } from "#components/shell/page-header.tsx";
import { listPayments } from "#lib/insurance/payments/list.ts";
import { listRuns } from "#lib/insurance/payments/runs.ts";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("claims.payments"))("title") };
}

export default async function PaymentsPage() {
  const ctx = await requireStaff();
  const t = await getTranslations("claims.payments");
  const { role } = ctx.user;
  return (
    <Prefetched
      areas={["approvals", "claims", "refusals", "shell"]}
      queries={[known(paymentsQuery, listPayments(ctx)), known(paymentRunsQuery, listRuns(ctx))]}
    >
      <PageHeader title={t("title")} description={t("description")} />
      <PaymentList isHandler={role === "handler"} isSupport={role === "support"} />
      <PaymentRuns isHandler={role === "handler"} />
    </Prefetched>
  );
}
