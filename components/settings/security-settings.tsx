import { getTranslations } from "next-intl/server";
import { known, Prefetched } from "#components/kit/api/prefetched.tsx";
import { PasswordChange } from "#components/settings/password-change.tsx";
import { SecondFactors } from "#components/settings/second-factors.tsx";
import { factorsQuery, sessionsQuery } from "#components/settings/security-queries.ts";
import { SessionList } from "#components/settings/session-list.tsx";
import { SettingsCard } from "#components/settings/settings-card.tsx";
import type { PersonContext } from "#lib/account/users/contexts.ts";
import { readSecondFactors } from "#lib/account/users/second-factors.ts";
import { listSessions } from "#lib/account/users/sessions.ts";

/** The user's sign-in methods and sessions, for a partner's users and the operator's staff. */
export async function SecuritySettings({ ctx }: { ctx: Pick<PersonContext, "user" | "session" | "now"> }) {
  const t = await getTranslations("security");
  const { user } = ctx;
  const queries = [known(factorsQuery, readSecondFactors(user.id)), known(sessionsQuery, listSessions(ctx))];
  return (
    <Prefetched areas={["shell", "identity", "security"]} queries={queries}>
      <div className="grid max-w-3xl gap-5">
        <SecondFactors />
        <SettingsCard title={t("password")} hint={t("passwordHint")}>
          <PasswordChange email={user.email} />
        </SettingsCard>
        <SettingsCard title={t("sessions.title")} hint={t("sessions.hint")}>
          <SessionList />
        </SettingsCard>
      </div>
    </Prefetched>
  );
}
