import { Clock, Fingerprint, Globe, KeyRound, Network, ShieldCheck } from "lucide-react";
import type { LucideIcon } from "lucide-react";
import { useTranslations } from "next-intl";
import { getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import { NoticeFrame } from "#components/keys/notice-frame.tsx";
import { TimeStamp } from "#components/kit/facts/time-stamp.tsx";
import { Link } from "#components/ui/link.tsx";
import type { OutageNotice } from "#lib/delivery/webhook-settings/outages.ts";
import type { Environment } from "#lib/platform/environments.ts";

const topics = [
  { key: "url", icon: Globe },
  { key: "signature", icon: ShieldCheck },
  { key: "token", icon: KeyRound },
  { key: "addresses", icon: Network },
  { key: "answer", icon: Clock },
  { key: "duplicates", icon: Fingerprint },
] as const satisfies { key: string; icon: LucideIcon }[];

/** Explains beside the form how to receive events. */
export function WebhookHelp() {
  const t = useTranslations("webhooks.help");
  return (
    <aside aria-labelledby="webhook-help" className="grid content-start gap-4 lg:sticky lg:top-6 lg:pl-1">
      <h2 id="webhook-help" className="text-lg font-semibold tracking-tight">
        {t("title")}
      </h2>
      <ul className="grid gap-4">
        {topics.map(({ key, icon: Icon }) => (
          <li key={key} className="grid grid-cols-[auto_1fr] gap-x-3">
            <Icon aria-hidden className="mt-0.5 size-4.5 text-muted-foreground" />
            <div className="min-w-0">
              <h3 className="font-medium">{t(`topics.${key}.title`)}</h3>
              <p className="mt-0.5 text-sm text-muted-foreground [overflow-wrap:anywhere]">
                {t.rich(`topics.${key}.text`, {
                  code: (chunks) => <code className="inline-block max-w-full font-mono text-foreground">{chunks}</code>,
                })}
              </p>
            </div>
          </li>
        ))}
      </ul>
      <Link href="/docs/webhooks" className="text-sm font-medium text-link hover:underline">
        {t("more")}
      </Link>
    </aside>
  );
}

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
