import { getTranslations } from "next-intl/server";
import { cookies } from "next/headers";
import { laterCookie } from "#components/auth/later-cookie.ts";
import { AcknowledgeDevices, AskLater, SecurityNotice } from "#components/auth/security-notice.tsx";
import { TimeStamp } from "#components/kit/facts/time-stamp.tsx";
import { describeDevice } from "#lib/account/users/rules/device-name.ts";
import type { SignedIn } from "#lib/account/users/schema.ts";

/**
 * Shows unconfirmed sign-ins on new devices, and a missing second factor to users for whom it matters. `root` is the path of their pages.
 */
export async function SecurityNotices({ signedIn: { user, session }, root }: { signedIn: SignedIn; root: string }) {
  const jar = await cookies();
  const isAsked = user.role !== "member" && !session.hasSecondFactor && !jar.has(laterCookie);
  if (session.newDevice === null && !isAsked) return null;
  return (
    <div className="mb-6 grid gap-2 empty:hidden">
      {session.newDevice === null ? null : <NewDevice newDevice={session.newDevice} root={root} />}
      {isAsked ? <AskSecondFactor root={root} /> : null}
    </div>
  );
}

async function NewDevice({ newDevice: told, root }: { newDevice: NonNullable<SignedIn["session"]["newDevice"]>; root: string }) {
  const t = await getTranslations("security");
  const { browser, system } = describeDevice(told.userAgent);
  const device = browser === "" ? t("sessions.unknown") : t("sessions.device", { browser, system: system === "" ? "?" : system });
  return (
    <SecurityNotice
      tone="warning"
      label={t("newDevice.label")}
      title={t("newDevice.title", { count: told.count })}
      href={`${root}/settings/security`}
      link={t("newDevice.review")}
      action={<AcknowledgeDevices sessionId={told.sessionId}>{t("newDevice.recognise")}</AcknowledgeDevices>}
    >
      {t.rich("newDevice.text", { device, address: told.address, time: () => <TimeStamp at={told.at} focusable /> })}
    </SecurityNotice>
  );
}

async function AskSecondFactor({ root }: { root: string }) {
  const t = await getTranslations("security.ask");
  return (
    <SecurityNotice
      tone="info"
      label={t("label")}
      title={t("title")}
      href={`${root}/settings/security`}
      link={t("open")}
      action={<AskLater>{t("later")}</AskLater>}
    >
      {t("text")}
    </SecurityNotice>
  );
}
