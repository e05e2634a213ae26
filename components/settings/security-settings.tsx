import { getTranslations } from "next-intl/server";
import { trpc } from "#components/kit/api/api.ts";
import { prefetch, Prefetched } from "#components/kit/api/prefetched.tsx";
import { PasswordChange } from "#components/settings/password-change.tsx";
import { SecondFactors } from "#components/settings/second-factors.tsx";
import { SessionList } from "#components/settings/session-list.tsx";
import { TitledCard } from "#components/ui/card.tsx";
import type { PageContext } from "#lib/rpc/procedures.ts";

/** The user's sign-in methods and sessions, for a partner's users and the operator's staff. */
export async function SecuritySettings({ ctx }: { ctx: PageContext }) {
  const t = await getTranslations("security");
  await prefetch(ctx, trpc.account.secondFactors.queryOptions(), trpc.account.sessions.queryOptions());
  return (
    <Prefetched areas={["shell", "identity", "security"]}>
      <div className="grid max-w-3xl gap-5">
        <SecondFactors />
        <TitledCard title={t("password")} description={t("passwordHint")}>
          <PasswordChange email={ctx.user.email} />
        </TitledCard>
        <TitledCard title={t("sessions.title")} description={t("sessions.hint")}>
          <SessionList />
        </TitledCard>
      </div>
    </Prefetched>
  );
}
