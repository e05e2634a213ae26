import { getTranslations } from "next-intl/server";
import { cookies } from "next/headers";
import Link from "next/link";
import { laterCookie } from "#components/auth/later-cookie.ts";
import { AcknowledgeDevices, AskLater } from "#components/auth/security-notice-actions.tsx";
import { TimeStamp } from "#components/portal/time-stamp.tsx";
import { Alert } from "#components/ui/alert.tsx";
import { Button } from "#components/ui/button.tsx";
import { describeDevice } from "#lib/users/rules/device-name.ts";
import type { SignedIn } from "#lib/users/schema.ts";

/** On every page: sign-ins on new devices until the user has said that they were theirs, and to whom it matters that a second factor is missing. `root` is the path of their pages. */
export async function SecurityNotices({ signedIn: { user, session }, root }: { signedIn: SignedIn; root: string }) {
  const jar = await cookies();
  const isAsked = user.role !== "member" && !session.hasSecondFactor && !jar.has(laterCookie);
  if (session.newDevice === null && !isAsked) return null;
  return (
    <div className="mb-6 grid gap-3">
      {session.newDevice === null ? null : <NewDevice told={session.newDevice} root={root} />}
      {isAsked ? <AskSecondFactor root={root} /> : null}
    </div>
  );
}

async function NewDevice({ told, root }: { told: NonNullable<SignedIn["session"]["newDevice"]>; root: string }) {
  const t = await getTranslations("security");
  const { browser, system } = describeDevice(told.userAgent);
  const device = browser === "" ? t("sessions.unknown") : t("sessions.device", { browser, system: system === "" ? "?" : system });
  return (
    <section aria-label={t("newDevice.label")}>
      <Alert tone="warning" title={t("newDevice.title", { count: told.count })}>
        <p>{t.rich("newDevice.text", { device, address: told.address, time: () => <TimeStamp at={told.at} focusable /> })}</p>
        <div className="mt-3 flex flex-wrap gap-2">
          <Button asChild variant="outline" size="sm" className="text-foreground">
            <Link href={`${root}/settings/security`}>{t("newDevice.review")}</Link>
          </Button>
          <AcknowledgeDevices sessionId={told.sessionId}>{t("newDevice.recognise")}</AcknowledgeDevices>
        </div>
      </Alert>
    </section>
  );
}

async function AskSecondFactor({ root }: { root: string }) {
  const t = await getTranslations("security.ask");
  return (
    <section aria-label={t("label")}>
      <Alert title={t("title")}>
        <p>{t("text")}</p>
        <div className="mt-3 flex flex-wrap gap-2">
          <Button asChild variant="outline" size="sm" className="text-foreground">
            <Link href={`${root}/settings/security`}>{t("open")}</Link>
          </Button>
          <AskLater>{t("later")}</AskLater>
        </div>
      </Alert>
    </section>
  );
}
