import { getTranslations } from "next-intl/server";
import { cookies } from "next/headers";
import Link from "next/link";
import { laterCookie } from "#components/auth/later-cookie.ts";
import { AcknowledgeDevices, AskLater, ElsewhereThan } from "#components/auth/security-notice-actions.tsx";
import { TimeStamp } from "#components/portal/time-stamp.tsx";
import { Alert } from "#components/ui/alert.tsx";
import { Button } from "#components/ui/button.tsx";
import { describeDevice } from "#lib/users/rules/device-name.ts";
import type { SignedIn } from "#lib/users/schema.ts";

/** On every page but the one that they lead to: sign-ins on new devices until the user has said that they were theirs, and to whom it matters that a second factor is missing. `root` is the path of their pages. */
export async function SecurityNotices({ signedIn: { user, session }, root }: { signedIn: SignedIn; root: string }) {
  const jar = await cookies();
  const isAsked = user.role !== "member" && !session.hasSecondFactor && !jar.has(laterCookie);
  if (session.newDevice === null && !isAsked) return null;
  return (
    <ElsewhereThan href={`${root}/settings/security`}>
      <div className="mb-6 grid gap-3">
        {session.newDevice === null ? null : <NewDevice told={session.newDevice} root={root} />}
        {isAsked ? <AskSecondFactor root={root} /> : null}
      </div>
    </ElsewhereThan>
  );
}

async function NewDevice({ told, root }: { told: NonNullable<SignedIn["session"]["newDevice"]>; root: string }) {
  const t = await getTranslations("security");
  const { browser, system } = describeDevice(told.userAgent);
  const device = browser === "" ? t("sessions.unknown") : t("sessions.device", { browser, system: system === "" ? "?" : system });
  return (
    <section aria-label={t("newDevice.label")}>
      <Alert
        tone="warning"
        title={t("newDevice.title", { count: told.count })}
        actions={
          <>
            <Button asChild variant="outline" size="sm" className="text-foreground">
              <Link href={`${root}/settings/security`}>{t("newDevice.review")}</Link>
            </Button>
            <AcknowledgeDevices sessionId={told.sessionId}>{t("newDevice.recognise")}</AcknowledgeDevices>
          </>
        }
      >
        {t.rich("newDevice.text", { device, address: told.address, time: () => <TimeStamp at={told.at} focusable /> })}
      </Alert>
    </section>
  );
}

async function AskSecondFactor({ root }: { root: string }) {
  const t = await getTranslations("security.ask");
  return (
    <section aria-label={t("label")}>
      <Alert
        title={t("title")}
        actions={
          <>
            <Button asChild variant="outline" size="sm" className="text-foreground">
              <Link href={`${root}/settings/security`}>{t("open")}</Link>
            </Button>
            <AskLater>{t("later")}</AskLater>
          </>
        }
      >
        <span className="max-sm:hidden">{t("text")}</span>
      </Alert>
    </section>
  );
}
