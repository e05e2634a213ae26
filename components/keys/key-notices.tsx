import { getTranslations } from "next-intl/server";
import Link from "next/link";
import type { ReactNode } from "react";
import { NoticeFrame } from "#components/keys/notice-frame.tsx";
import { TimeStamp } from "#components/portal/time-stamp.tsx";
import type { KeyNotice } from "#lib/keys/rules/notices.ts";
import type { Environment } from "#lib/partners/schema.ts";

/** As many are told of one by one. */
const maxShown = 4;

const codeTag = (chunks: ReactNode) => <code className="font-mono text-sm whitespace-nowrap">{chunks}</code>;

/** What support did to the keys of an owner's partner, on every page until they have seen it (portal.md § Support side, Keys). */
export async function KeyNotices({ environment, notices, now }: { environment: Environment; notices: readonly KeyNotice[]; now: Date }) {
  const t = await getTranslations("keys.notices");
  const shown = notices.slice(0, maxShown);
  const concerned = [...new Set(shown.map((notice) => notice.environment))].toSorted();
  const more = notices.length - shown.length;
  return (
    <NoticeFrame
      environment={environment}
      newest={notices[0]?.at.toISOString() ?? null}
      words={{ label: t("label"), dismiss: t("dismiss") }}
      links={concerned.map((name) => (
        <KeysLink key={name} environment={name} />
      ))}
    >
      <ul className="grid gap-3">
        {shown.map((notice) => (
          <NoticeItem key={`${notice.kind} ${notice.keyId}`} notice={notice} now={now} />
        ))}
        {more > 0 ? <li>{t("more", { count: more })}</li> : null}
      </ul>
    </NoticeFrame>
  );
}

async function KeysLink({ environment }: { environment: Environment }) {
  const [t, names] = await Promise.all([getTranslations("keys.notices"), getTranslations("shell.environments")]);
  return (
    <Link href={`/${environment}/keys`} className="font-medium text-link underline-offset-2 hover:underline">
      {t("link", { environment: names(environment) })}
    </Link>
  );
}

async function NoticeItem({ notice, now }: { notice: KeyNotice; now: Date }) {
  const [t, keys, names] = await Promise.all([
    getTranslations("keys.notices"),
    getTranslations("keys"),
    getTranslations("shell.environments"),
  ]);
  const environment = names(notice.environment);
  const { old } = notice;
  const reason = old?.reason ?? null;
  return (
    <li>
      <p className="font-semibold text-warning">{t(`${notice.kind}.title`, { environment })}</p>
      <p>
        {old === null
          ? t("regenerated.none")
          : t.rich(notice.kind === "revoked" ? "revoked.text" : old.endsAt > now ? "regenerated.works" : "regenerated.ended", {
              preview: old.preview,
              code: codeTag,
              time: () => <TimeStamp at={old.endsAt} focusable />,
            })}
      </p>
      {reason === null ? null : <p>{keys("reason", { reason })}</p>}
    </li>
  );
}
