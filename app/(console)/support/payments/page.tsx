import { getTranslations } from "next-intl/server";
import { requireStaff } from "#app/_session/session.ts";
import { titled } from "#app/_session/titled.ts";
import { accountQuery } from "#components/approvals/queries.ts";
import { AccountCard } from "#components/console/payments/account-card.tsx";
import { PaymentList, PaymentRuns } from "#components/console/payments/payment-list.tsx";
import { trpc } from "#components/kit/api/api.ts";
import { Prefetched, prefetch } from "#components/kit/api/prefetched.tsx";
import { PageHeader } from "#components/shell/page-header.tsx";

export const generateMetadata = titled("claims.payments.title");

export default async function PaymentsPage() {
  const ctx = await requireStaff();
  const t = await getTranslations("claims.payments");
  const { role } = ctx.user;
  const { list, runs } = trpc.console.payments;
  await prefetch(ctx, list.queryOptions(), runs.queryOptions(), ...(role === "support" ? [accountQuery(null)] : []));
  return (
    <Prefetched areas={["approvals", "claims", "refusals", "shell"]}>
      <PageHeader title={t("title")} description={t("description")} />
      {role === "support" ? (
        <div className="mb-5">
          <AccountCard uid={null} viewerId={ctx.user.id} />
        </div>
      ) : null}
      <PaymentList isHandler={role === "handler"} isSupport={role === "support"} />
      <PaymentRuns isHandler={role === "handler"} />
    </Prefetched>
  );
}
