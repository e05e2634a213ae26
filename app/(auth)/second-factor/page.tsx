import { getTranslations } from "next-intl/server";
import { redirect } from "next/navigation";
import { homeOf, requirePersonBeforeSecondFactor } from "#app/_session/session.ts";
import { titled } from "#app/_session/titled.ts";
import { AuthFrame } from "#components/auth/auth-frame.tsx";
import { SecondFactorSetup } from "#components/auth/second-factor-setup.tsx";
import { RenderedFor } from "#components/shell/viewer.tsx";
import { nameViewer } from "#lib/account/users/viewer.ts";
import { ClientMessages } from "#lib/platform/i18n/client-messages.tsx";

export const generateMetadata = titled("auth.requiredTitle");

/** The only page for a user whose role needs a second factor until they have set one up. */
export default async function SecondFactorPage() {
  const { ctx, isRequired } = await requirePersonBeforeSecondFactor();
  if (!isRequired) redirect(homeOf(ctx.user));
  const t = await getTranslations("auth");
  return (
    <AuthFrame title={t("requiredTitle")} intro={t("requiredIntro")}>
      <ClientMessages areas={["auth", "identity", "security"]}>
        <RenderedFor viewer={nameViewer(ctx.user)} />
        <SecondFactorSetup />
      </ClientMessages>
    </AuthFrame>
  );
}
