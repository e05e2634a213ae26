import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import { requirePartner } from "#app/_session/session.ts";
import { SecurityNotices } from "#components/auth/security-notices.tsx";
import { KeyNotices } from "#components/keys/key-notices.tsx";
import { FillingNotice } from "#components/overview/filling-notice.tsx";
import { ClockBar } from "#components/sandbox/clock-bar.tsx";
import { Shell } from "#components/shell/shell.tsx";
import { OutageNotices } from "#components/webhooks/webhook-help.tsx";
import { listNotices } from "#lib/account/keys/notices.ts";
import { isAmong } from "#lib/account/users/rules/authority.ts";
import { readFilling } from "#lib/account/worlds/fills.ts";
import { listOutageNotices } from "#lib/delivery/webhook-settings/outages.ts";
import { readClock } from "#lib/developer/sandbox/clock.ts";
import { environments } from "#lib/platform/environments.ts";

interface Props {
  params: Promise<{ environment: string }>;
  children: ReactNode;
}

/** Titles name the environment, so that browser tabs of both can be told apart. */
export async function generateMetadata({ params }: Pick<Props, "params">): Promise<Metadata> {
  const { environment } = await params;
  const known = environments.find((each) => each === environment);
  if (known === undefined) return {};
  const name = (await getTranslations("shell.environments"))(known);
  return { title: { default: name, template: `%s · ${name} · Covergate` } };
}

export default async function PartnerLayout({ params, children }: Props) {
  const ctx = await requirePartner((await params).environment);
  const { user, realTime } = ctx;
  const { environment, id } = ctx.world;
  const filling = await readFilling(id);
  return (
    <Shell viewer={{ user, environment }} bar={environment === "development" ? <ClockBar initial={await readClock(ctx)} /> : undefined}>
      <div className="print:hidden">
        {filling === null ? null : <FillingNotice environment={environment} initial={filling} />}
        <SecurityNotices signedIn={ctx} root={`/${environment}`} />
        {isAmong("developer", user.role) ? (
          <>
            <KeyNotices environment={environment} notices={await listNotices(ctx)} now={realTime} />
            <OutageNotices environment={environment} notices={await listOutageNotices(ctx)} />
          </>
        ) : null}
      </div>
      {children}
    </Shell>
  );
}
