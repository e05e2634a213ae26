import { getTranslations } from "next-intl/server";
import { KeyValue, KeyValueList } from "#components/kit/facts/facts.tsx";
import { AppearanceForm, NameForm } from "#components/settings/profile-forms.tsx";
import { TitledCard } from "#components/ui/card.tsx";
import type { SessionUser } from "#lib/account/users/schema.ts";
import { ClientMessages } from "#lib/platform/i18n/client-messages.tsx";

/** The user's own account, for a partner's users and the operator's staff. */
export async function ProfileSettings({ user }: { user: SessionUser }) {
  const [t, shell] = await Promise.all([getTranslations("settings"), getTranslations("shell")]);
  return (
    <ClientMessages areas={["shell", "settings"]}>
      <div className="grid max-w-3xl gap-5">
        <TitledCard title={t("profile")} description={t("profileHint")}>
          <NameForm name={user.name} />
          <KeyValueList className="lg:grid-cols-2">
            <KeyValue name={t("email")}>{user.email}</KeyValue>
            {user.partner === null ? null : <KeyValue name={t("company")}>{user.partner.name}</KeyValue>}
            <KeyValue name={t("role")}>{shell(`roles.${user.role}`)}</KeyValue>
          </KeyValueList>
        </TitledCard>
        <TitledCard title={t("appearance")} description={t("appearanceHint")}>
          <AppearanceForm />
        </TitledCard>
      </div>
    </ClientMessages>
  );
}
