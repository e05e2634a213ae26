import { getTranslations } from "next-intl/server";
import { requireStaff } from "#app/_session/session.ts";
import { titled } from "#app/_session/titled.ts";
import { ApprovalList, DeclinedList } from "#components/approvals/approval-list.tsx";
import { approvalsQuery, declinedQuery } from "#components/approvals/queries.ts";
import { prefetch, Prefetched } from "#components/kit/api/prefetched.tsx";
import { PageHeader } from "#components/shell/page-header.tsx";

export const generateMetadata = titled("approvals.title");

export default async function ApprovalsPage() {
  const ctx = await requireStaff();
  const t = await getTranslations("approvals");
  await Promise.all([prefetch(ctx, approvalsQuery), prefetch(ctx, declinedQuery)]);
  return (
    <Prefetched areas={["approvals"]}>
      <PageHeader title={t("title")} description={t("description")} />
      <ApprovalList />
      <DeclinedList />
    </Prefetched>
  );
}
