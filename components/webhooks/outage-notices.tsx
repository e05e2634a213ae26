import { getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import { NoticeFrame } from "#components/keys/notice-frame.tsx";
import { TimeStamp } from "#components/kit/facts/time-stamp.tsx";
import type { OutageNotice } from "#lib/delivery/webhook-settings/outages.ts";
import type { Environment } from "#lib/platform/environments.ts";

/** Shows the latest outage or recovery of a webhook of the owner's partner on every page but its own, until it is dismissed. */
export async function OutageNotices({ environment, notices }: { environment: Environment; notices: readonly OutageNotice[] }) {
  const [t, names] = await Promise.all([getTranslations("webhooks.notices"), getTranslations("shell.environments")]);
  const [newest] = notices;
  return (
    <NoticeFrame
      of="webhooks"
      newest={newest?.at.toISOString() ?? null}
      href={newest === undefined ? `/${environment}/webhooks` : `/${newest.environment}/webhooks/${newest.webhookId}`}
      words={{ label: t("label"), dismiss: t("dismiss"), link: t("link") }}
    >
      {newest === undefined
        ? null
        : t.rich(newest.endedAt === null ? "failing" : "working", {
            name: () => (
              <span key="name" className="font-semibold">
                {newest.webhookName}
              </span>
            ),
            environment: names(newest.environment),
            began: (): ReactNode => <TimeStamp key="began" at={newest.beganAt} />,
            ended: (): ReactNode => <TimeStamp key="ended" at={newest.endedAt ?? newest.beganAt} />,
          })}
      {notices.length > 1 ? <> {t("more", { count: notices.length - 1 })}</> : null}
    </NoticeFrame>
  );
}
