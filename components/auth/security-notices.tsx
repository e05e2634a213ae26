import { getTranslations } from "next-intl/server";
import { cookies } from "next/headers";
import { AcknowledgeDevices, AskLater, OncePerSession, SecurityNotice } from "#components/auth/security-notice.tsx";
import { TimeStamp } from "#components/kit/facts/time-stamp.tsx";
import { askedCookie, laterCookie } from "#components/shell/cookies.ts";
import { describeDevice } from "#lib/account/users/rules/device-name.ts";
import type { SignedIn } from "#lib/account/users/schema.ts";

/**
 * Shows unconfirmed sign-ins on new devices, and once a session a missing second factor to users for whom it matters. `root` is the path
 * of their pages.
 */
export async function SecurityNotices({ signedIn: { user, session }, root }: { signedIn: SignedIn; root: string }) {
  const jar = await cookies();
  // One notice at a time: the rows of a list should fit below it.
  const isAsked = session.newDevice === null && user.role !== "member" && !session.hasSecondFactor && !jar.has(laterCookie);
  if (session.newDevice === null && !isAsked) return null;
  return (
    <div className="mb-3 grid gap-2 empty:hidden">
      {session.newDevice === null ? null : <NewDevice newDevice={session.newDevice} root={root} />}
      {isAsked ? (
        <OncePerSession sessionId={session.id} wasShown={jar.get(askedCookie)?.value === session.id}>
          <AskSecondFactor root={root} />
        </OncePerSession>
      ) : null}
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
