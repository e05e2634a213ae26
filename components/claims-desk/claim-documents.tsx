"use client";

import { Check, Download, ExternalLink, FileText, FileX, Image, X } from "lucide-react";
import { useTranslations } from "next-intl";
import { useEffect, useRef } from "react";
import type { ClaimData } from "#components/claims-desk/queries.ts";
import { Key } from "#components/claims-desk/shortcuts.tsx";
import { useBytes } from "#components/claims-desk/use-bytes.ts";
import { StatusBadge } from "#components/portal/status-badge.tsx";
import { TimeStamp } from "#components/portal/time-stamp.tsx";
import { Alert } from "#components/ui/alert.tsx";
import { Badge } from "#components/ui/badge.tsx";
import { Button } from "#components/ui/button.tsx";
import { Card, CardContent, CardDescription, CardHeader, CardTitle } from "#components/ui/card.tsx";
import { cn } from "#components/ui/class-names.ts";
import type { AllowedMove } from "#lib/claims/rules/moves.ts";

type Document = ClaimData["documents"][number];

/** What browsers show by themselves; anything else is downloaded. */
const shownTypes = ["application/pdf", "image/jpeg", "image/png", "image/webp"];

/** The documents that a claim asks for, and the one that is looked at. */
export function ClaimDocuments({
  claim,
  openId,
  setOpenId,
  accept,
  ask,
  isBusy,
}: {
  claim: ClaimData;
  openId: string | null;
  setOpenId: (id: string | null) => void;
  /** Null where nothing may be decided. */
  accept: ((documentId: string) => void) | null;
  ask: ((move: AllowedMove) => void) | null;
  isBusy: boolean;
}) {
  const t = useTranslations("claims");
  const { entries, documents } = claim;
  const opened = documents.find(({ id }) => id === openId);
  const toVerify = documents.filter(({ status }) => status === "to_verify").length;
  return (
    <Card>
      <CardHeader>
        <CardTitle>{t("documents.title")}</CardTitle>
        <CardDescription>
          {toVerify === 0 ? t("desk.documents.allVerified") : t("desk.documents.toVerify", { count: toVerify })}
        </CardDescription>
      </CardHeader>
      <CardContent className="grid gap-4">
        <ul className="grid divide-y rounded-lg border">
          {entries.map(({ type, category, requested }) => {
            const document = documents.find((one) => one.type === type);
            return (
              <li key={type} className={cn("relative grid gap-1 px-3.5 py-2.5", document && document.id === openId && "bg-accent/60")}>
                <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
                  <span className="flex min-w-0 items-center gap-2.5">
                    <Icon document={document} />
                    {document === undefined ? (
                      <span lang="fr" className="[overflow-wrap:anywhere]">
                        {type}
                      </span>
                    ) : (
                      <button
                        type="button"
                        lang="fr"
                        aria-pressed={document.id === openId}
                        onClick={() => setOpenId(document.id === openId ? null : document.id)}
                        className="text-left font-medium [overflow-wrap:anywhere] after:absolute after:inset-0 hover:underline"
                      >
                        {type}
                      </button>
                    )}
                  </span>
                  <span className="flex flex-wrap items-center gap-1.5">
                    <Badge tone="outline">{t(`documents.categories.${category}`)}</Badge>
                    {requested ? <Badge tone="warning">{t("documents.requested")}</Badge> : null}
                    <StatusBadge of="document" status={document?.status ?? "waiting_for"} />
                  </span>
                </div>
                {document === undefined ? null : <Details document={document} isTest={claim.test} />}
              </li>
            );
          })}
        </ul>
        {opened === undefined ? null : (
          <Viewer
            key={opened.id}
            document={opened}
            moves={claim.moves.filter(({ target }) => target === opened.id)}
            accept={accept}
            ask={ask}
            isBusy={isBusy}
            close={() => setOpenId(null)}
          />
        )}
      </CardContent>
    </Card>
  );
}

function Icon({ document }: { document: Document | undefined }) {
  const Shown = document === undefined ? FileX : document.mimeType.startsWith("image/") ? Image : FileText;
  return <Shown aria-hidden className="size-4.5 shrink-0 text-muted-foreground" />;
}

function Details({ document, isTest }: { document: Document; isTest: boolean }) {
  const t = useTranslations("claims.desk.documents");
  const say = useBytes();
  const { type, title, sizeBytes, createdAt, note, refusalReason } = document;
  return (
    <div className="grid gap-0.5 pl-7 text-sm text-muted-foreground">
      <p className="flex flex-wrap gap-x-3 gap-y-0.5">
        {title === type ? null : <span className="[overflow-wrap:anywhere]">{title}</span>}
        <span className="whitespace-nowrap">{say(sizeBytes)}</span>
        <span>
          {t.rich(isTest ? "uploadedAt" : "uploaded", { time: () => <TimeStamp at={createdAt} as={isTest ? "minute" : "ago"} /> })}
        </span>
      </p>
      {note === null ? null : <p className="[overflow-wrap:anywhere]">{t("note", { note })}</p>}
      {refusalReason === null ? null : (
        <p className="[overflow-wrap:anywhere] text-danger">{t("refusedBecause", { reason: refusalReason })}</p>
      )}
    </div>
  );
}

function Viewer({
  document: { id, type, mimeType },
  moves,
  accept,
  ask,
  isBusy,
  close,
}: {
  document: Document;
  moves: readonly AllowedMove[];
  accept: ((documentId: string) => void) | null;
  ask: ((move: AllowedMove) => void) | null;
  isBusy: boolean;
  close: () => void;
}) {
  const t = useTranslations("claims.desk.documents");
  const desk = useTranslations("claims.desk");
  const root = useRef<HTMLElement>(null);
  useEffect(() => {
    root.current?.focus({ preventScroll: true });
    root.current?.scrollIntoView({ block: "nearest" });
  }, []);
  const acceptance = moves.find(({ move }) => move === "acceptDocument");
  const refusal = moves.find(({ move }) => move === "refuseDocument");
  const address = `/api/portal/support/claims/documents/${id}`;
  const isShown = shownTypes.includes(mimeType);
  return (
    <section ref={root} tabIndex={-1} aria-label={type} className="overflow-hidden rounded-lg border outline-none">
      <div className="flex flex-wrap items-center gap-2 border-b bg-muted/60 px-3 py-2">
        <p lang="fr" className="min-w-0 flex-1 basis-28 font-medium [overflow-wrap:anywhere]">
          {type}
        </p>
        {accept === null || acceptance === undefined ? null : (
          <Button size="sm" disabled={isBusy} onClick={() => accept(id)} aria-keyshortcuts="a">
            <Check aria-hidden />
            {desk("moves.acceptDocument.open")}
            <Key>a</Key>
          </Button>
        )}
        {ask === null || refusal === undefined ? null : (
          <Button size="sm" variant="outline" onClick={() => ask(refusal)} aria-keyshortcuts="r">
            <X aria-hidden />
            {desk("moves.refuseDocument.open")}
            <Key>r</Key>
          </Button>
        )}
        <Button asChild size="sm" variant="ghost">
          {isShown ? (
            <a href={address} target="_blank" rel="noreferrer">
              <ExternalLink aria-hidden />
              {t("newTab")}
            </a>
          ) : (
            <a href={address} download>
              <Download aria-hidden />
              {t("download")}
            </a>
          )}
        </Button>
        <Button size="icon-sm" variant="ghost" aria-label={t("close")} onClick={close}>
          <X aria-hidden />
        </Button>
      </div>
      {accept === null || acceptance === undefined ? null : (
        <p className="border-b px-3 py-1.5 text-sm text-muted-foreground">
          {desk.rich("acceptSends", { event: () => <code className="font-mono text-xs">{acceptance.events.join(", ")}</code> })}
        </p>
      )}
      {isShown ? (
        <Frame title={t("frame", { type })} address={address} isPdf={mimeType === "application/pdf"} />
      ) : (
        <Alert className="m-3">{t("notShown")}</Alert>
      )}
    </section>
  );
}

/** Shows a file of somebody else's, which runs nothing: a picture as one, and a PDF under the sandbox of its answer's policy. */
function Frame({ title, address, isPdf }: { title: string; address: string; isPdf: boolean }) {
  // A frame would show a photo in its full size, and so a corner of it.
  // oxlint-disable-next-line nextjs/no-img-element -- the file is private, and shown as it is
  if (!isPdf) return <img src={address} title={title} alt={title} className="max-h-[75dvh] min-h-40 w-full bg-white object-contain" />;
  // Without the pane of thumbnails, which would take half the width.
  const shown = { src: `${address}#navpanes=0&view=FitH`, className: "h-[min(75dvh,48rem)] w-full bg-white" };
  // oxlint-disable-next-line react/iframe-missing-sandbox -- Chromium shows no PDF in such a frame; the answer's own policy has the sandbox
  return <iframe title={title} {...shown} referrerPolicy="no-referrer" />;
}
