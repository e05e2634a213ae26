import { getTranslations } from "next-intl/server";
import Link from "next/link";
import type { ReactNode } from "react";
import { NoticeFrame } from "#components/keys/notice-frame.tsx";
import { TimeStamp } from "#components/portal/time-stamp.tsx";
import type { Environment } from "#lib/partners/schema.ts";
import type { OutageNotice } from "#lib/webhooks/outages.ts";

/** As many are told of one by one. */
const maxShown = 4;

/** Which webhooks of an owner's partner have failed for an hour, and which work again, on every page until they have seen it. */
export async function OutageNotices({ environment, notices }: { environment: Environment; notices: readonly OutageNotice[] }) {
  const [t, names] = await Promise.all([getTranslations("webhooks.notices"), getTranslations("shell.environments")]);
  const more = notices.length - maxShown;
  return (
    <NoticeFrame
      environment={environment}
      of="webhooks"
      newest={notices[0]?.at.toISOString() ?? null}
      words={{ label: t("label"), dismiss: t("dismiss") }}
      links={null}
    >
      <ul className="grid gap-1.5">
        {notices.slice(0, maxShown).map(({ webhookId, webhookName, beganAt, endedAt, ...notice }) => (
          <li key={`${webhookId} ${beganAt.toISOString()}`}>
            {t.rich(endedAt === null ? "failing" : "working", {
              name: () => (
                <Link
                  key="name"
                  href={`/${notice.environment}/webhooks/${webhookId}`}
                  className="font-medium text-link underline-offset-2 hover:underline"
                >
                  {webhookName}
                </Link>
              ),
              environment: names(notice.environment),
              began: (): ReactNode => <TimeStamp key="began" at={beganAt} focusable />,
              ended: (): ReactNode => <TimeStamp key="ended" at={endedAt ?? beganAt} focusable />,
            })}
          </li>
        ))}
        {more > 0 ? <li>{t("more", { count: more })}</li> : null}
      </ul>
    </NoticeFrame>
  );
}
