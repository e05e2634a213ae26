import { getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import { NoticeFrame } from "#components/keys/notice-frame.tsx";
import { TimeStamp } from "#components/kit/facts/time-stamp.tsx";
import type { KeyNotice } from "#lib/account/keys/rules/notices.ts";
import type { Environment } from "#lib/platform/environments.ts";

const codeTag = (chunks: ReactNode) => <code className="font-mono text-sm whitespace-nowrap">{chunks}</code>;

/** Shows support's latest change of the partner's keys on every page but the keys' own, until it is dismissed (rules/access.md#keys-9). */
export async function KeyNotices({ environment, notices, now }: { environment: Environment; notices: readonly KeyNotice[]; now: Date }) {
  const t = await getTranslations("keys.notices");
  const [newest] = notices;
  return (
    <NoticeFrame
      of="keys"
      newest={newest?.at.toISOString() ?? null}
      href={`/${newest?.environment ?? environment}/keys`}
      words={{ label: t("label"), dismiss: t("dismiss"), link: t("link") }}
    >
      {newest === undefined ? null : <NoticeLine notice={newest} now={now} />}
      {notices.length > 1 ? <> {t("more", { count: notices.length - 1 })}</> : null}
    </NoticeFrame>
  );
}

async function NoticeLine({ notice, now }: { notice: KeyNotice; now: Date }) {
  const [t, names] = await Promise.all([getTranslations("keys.notices"), getTranslations("shell.environments")]);
  const { kind, old } = notice;
  return (
    <>
      <span className="font-semibold text-warning">{t(`${kind}.title`, { environment: names(notice.environment) })}</span>
      {". "}
      {old === null
        ? t("regenerated.none")
        : t.rich(kind === "revoked" ? "revoked.text" : old.endsAt > now ? "regenerated.works" : "regenerated.ended", {
            preview: old.preview,
            code: codeTag,
            time: () => <TimeStamp at={old.endsAt} />,
          })}
    </>
  );
}
