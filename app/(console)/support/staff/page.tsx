import { getTranslations } from "next-intl/server";
import type { SearchParams } from "nuqs/server";
import { requireStaff } from "#app/_session/session.ts";
import { readFilters, titled } from "#app/_session/titled.ts";
import { staffQuery } from "#components/console/queries.ts";
import { Prefetched, prefetch } from "#components/kit/api/prefetched.tsx";
import { PageHeader } from "#components/shell/page-header.tsx";
import { StaffList } from "#components/users/user-list.tsx";
import { sendsMail } from "#lib/platform/mail/mail.ts";

export const generateMetadata = titled("users.staff.title");

export default async function StaffPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const ctx = await requireStaff("administrator");
  const t = await getTranslations("users.staff");
  const asked = await readFilters({}, searchParams);
  await prefetch(ctx, staffQuery(asked));
  return (
    <Prefetched areas={["users", "shell"]}>
      <PageHeader title={t("title")} />
      <StaffList ownId={ctx.user.id} sendsMail={sendsMail()} />
    </Prefetched>
  );
}
