import { RotateCw } from "lucide-react";
import type { Metadata } from "next";
import { getFormatter, getTranslations } from "next-intl/server";
import { notFound } from "next/navigation";
import { currentUser, homeOf } from "#app/_session/session.ts";
import { MailText } from "#components/notices/mail-text.tsx";
import { EntryButton } from "#components/shell/page-header.tsx";
import { PublicHeader } from "#components/shell/public-header.tsx";
import { Card } from "#components/ui/card.tsx";
import { LinkButton } from "#components/ui/link-button.tsx";
import { ClientMessages } from "#lib/platform/i18n/client-messages.tsx";
import { listMails, mailboxPath, opensMailbox, splitAtLinks } from "#lib/platform/mail/mailbox.ts";
import type { KeptMail } from "#lib/platform/mail/mailbox.ts";
import { currentTime } from "#lib/platform/time/clock.ts";

export async function generateMetadata(): Promise<Metadata> {
  // The address contains the token.
  return { title: (await getTranslations("mailbox"))("title"), referrer: "no-referrer", robots: { index: false } };
}

/** The e-mails of an installation without a mail server; 404 for any other, and without the link that the start prints. */
export default async function MailboxPage({ searchParams }: { searchParams: Promise<Record<string, string | string[] | undefined>> }) {
  if (!opensMailbox((await searchParams)["token"])) notFound();
  const [t, user, mails] = await Promise.all([getTranslations("mailbox"), currentUser(), listMails(currentTime())]);
  return (
    <ClientMessages areas={["shell"]}>
      <div className="mx-auto flex min-h-dvh max-w-4xl flex-col px-5 py-5 sm:px-8">
        <PublicHeader entry={<EntryButton home={user && homeOf(user)} />} />
        <main id="content" className="py-8">
          <div className="flex flex-wrap items-start justify-between gap-3">
            <div className="max-w-2xl">
              <h1 className="text-2xl font-semibold tracking-tight">{t("title")}</h1>
              <p className="mt-1.5 text-muted-foreground">{t("description")}</p>
            </div>
            <LinkButton variant="outline" href={mailboxPath() ?? ""} icon={RotateCw}>
              {t("reload")}
            </LinkButton>
          </div>
          {mails.length === 0 ? <p className="mt-8 text-muted-foreground">{t("empty")}</p> : null}
          <ol className="mt-6 grid grid-cols-[minmax(0,1fr)] gap-4">
            {mails.map((mail) => (
              <li key={mail.id}>
                <Message mail={mail} />
              </li>
            ))}
          </ol>
        </main>
      </div>
    </ClientMessages>
  );
}

async function Message({ mail: { to, subject, text, at } }: { mail: KeptMail }) {
  const [t, format] = await Promise.all([getTranslations("mailbox"), getFormatter()]);
  const moment = format.dateTime(at, { day: "numeric", month: "short", hour: "2-digit", minute: "2-digit" });
  return (
    <Card className="px-4 py-4 sm:px-5">
      <article>
        <h2 className="font-semibold [overflow-wrap:anywhere]">{subject}</h2>
        <p className="mt-0.5 flex flex-wrap justify-between gap-x-4 text-sm text-muted-foreground">
          <span className="[overflow-wrap:anywhere]">{t("to", { address: to })}</span>
          <time dateTime={at.toISOString()} title={at.toISOString()}>
            {moment}
          </time>
        </p>
        <MailText parts={splitAtLinks(text)} className="mt-3 border-t pt-3" />
      </article>
    </Card>
  );
}
