import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { AuthFrame } from "#components/auth/auth-frame.tsx";
import { ChoosePasswordForm } from "#components/auth/choose-password-form.tsx";
import { LinkButton } from "#components/ui/link-button.tsx";
import { findPasswordLink } from "#lib/account/users/password-links.ts";
import { currentTime } from "#lib/platform/time/clock.ts";

export async function generateMetadata(): Promise<Metadata> {
  // The address contains an unused token.
  return { title: (await getTranslations("auth"))("chooseTitle"), referrer: "no-referrer", robots: { index: false } };
}

export default async function ChoosePasswordPage({ params }: { params: Promise<{ token: string }> }) {
  const { token } = await params;
  const [t, link] = await Promise.all([getTranslations("auth"), openLink(token)]);
  if (link === undefined) {
    return (
      <AuthFrame title={t("spentTitle")} intro={t("spent")}>
        <LinkButton variant="outline" href="/sign-in">
          {t("toSignIn")}
        </LinkButton>
      </AuthFrame>
    );
  }
  return (
    <AuthFrame title={t("chooseTitle")} intro={t("chooseIntro", link)}>
      <ChoosePasswordForm token={token} email={link.email} />
    </AuthFrame>
  );
}

function openLink(token: string): ReturnType<typeof findPasswordLink> {
  return findPasswordLink(token, currentTime());
}
