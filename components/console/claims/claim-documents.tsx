"use client";

import { FileText, FileX, Image } from "lucide-react";
import { useFormatter, useTranslations } from "next-intl";
import { DocumentViewer } from "#components/console/claims/document-viewer.tsx";
import type { LookedAt } from "#components/console/claims/use-looked-at.ts";
import { StatusBadge } from "#components/kit/facts/status-badge.tsx";
import { TextLink } from "#components/kit/facts/text-link.tsx";
import { TimeStamp } from "#components/kit/facts/time-stamp.tsx";
import { Badge } from "#components/ui/badge.tsx";
import { TitledCard } from "#components/ui/card.tsx";
import { cn } from "#components/ui/class-names.ts";
import { openStatuses } from "#lib/insurance/claims/list-filters.ts";
import type { DeskClaim } from "#lib/insurance/claims/read.ts";
import type { AllowedAction } from "#lib/insurance/claims/rules/actions.ts";

type Document = DeskClaim["documents"][number];

export function ClaimDocuments({
  claim,
  openId,
  setOpenId,
  decide,
  lookedAt,
  isBusy,
}: {
  claim: DeskClaim;
  openId: string | null;
  setOpenId: (id: string | null) => void;
  /** Null if nothing may be decided. */
  decide: ((move: AllowedAction) => void) | null;
  lookedAt: LookedAt;
  isBusy: boolean;
}) {
  const t = useTranslations("claims");
  const { entries, documents } = claim;
  const opened = documents.find(({ id }) => id === openId);
  const isOpen = openStatuses.some((open) => open === claim.status);
  const toVerify = documents.filter(({ status }) => status === "to_verify").length;
  return (
    <TitledCard
      title={t("documents.title")}
      description={
        toVerify === 0 ? t("desk.documents.allVerified") : t(`desk.documents.${isOpen ? "toVerify" : "unverified"}`, { count: toVerify })
      }
      contentClassName="grid items-start gap-4 xl:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]"
    >
      <ul className="grid divide-y rounded-lg border">
        {entries.map((entry) => {
          const document = documents.find(({ type }) => type === entry.type);
          const isOpened = document !== undefined && document.id === openId;
          return (
            <li key={entry.type} className={cn("relative grid gap-1 px-3.5 py-2.5", isOpened && "bg-accent/60")}>
              <EntryHead
                entry={entry}
                document={document}
                isOpened={isOpened}
                toggle={() => setOpenId(isOpened ? null : (document?.id ?? null))}
              />
              {document === undefined ? null : <Details document={document} claim={claim} />}
            </li>
          );
        })}
      </ul>
      {opened === undefined ? (
        <p className="grid h-full min-h-40 place-content-center rounded-lg border border-dashed p-4 text-muted-foreground max-xl:hidden">
          {t("desk.documents.noneOpen")}
        </p>
      ) : (
        <DocumentViewer
          key={opened.id}
          document={opened}
          moves={claim.moves.filter(({ target, askAgain }) => target === opened.id && !askAgain)}
          decide={decide}
          lookedAt={lookedAt}
          isBusy={isBusy}
          close={() => setOpenId(null)}
        />
      )}
    </TitledCard>
  );
}

/** The name and state of a document; the button of an uploaded one covers the row. */
function EntryHead({
  entry: { type, category, requested },
  document,
  isOpened,
  toggle,
}: {
  entry: DeskClaim["entries"][number];
  document: Document | undefined;
  isOpened: boolean;
  toggle: () => void;
}) {
  const t = useTranslations("claims.documents");
  return (
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
            aria-pressed={isOpened}
            onClick={toggle}
            className="text-left font-medium [overflow-wrap:anywhere] after:absolute after:inset-0 hover:underline"
          >
            {type}
          </button>
        )}
      </span>
      <span className="flex flex-wrap items-center gap-1.5">
        <Badge tone="outline">{t(`categories.${category}`)}</Badge>
        {requested ? <Badge tone="warning">{t("requested")}</Badge> : null}
        <StatusBadge of="document" status={document?.status ?? "waiting_for"} />
      </span>
    </div>
  );
}

function Icon({ document }: { document: Document | undefined }) {
  const Shown = document === undefined ? FileX : document.mimeType.startsWith("image/") ? Image : FileText;
  return <Shown aria-hidden className="size-4.5 shrink-0 text-muted-foreground" />;
}

function Details({ document, claim }: { document: Document; claim: DeskClaim }) {
  const t = useTranslations("claims.desk.documents");
  const say = useBytes();
  const isTest = claim.test;
  const { type, title, sizeBytes, createdAt, comment, refusalReason } = document;
  return (
    <div className="grid gap-0.5 pl-7 text-sm text-muted-foreground">
      <p className="flex flex-wrap gap-x-3 gap-y-0.5">
        {title === type ? null : <span className="[overflow-wrap:anywhere]">{title}</span>}
        <span className="whitespace-nowrap">{say(sizeBytes)}</span>
        <span>
          {t.rich(isTest ? "uploadedAt" : "uploaded", { time: () => <TimeStamp at={createdAt} as={isTest ? "minute" : "ago"} /> })}
        </span>
      </p>
      {comment === null ? null : <p className="[overflow-wrap:anywhere]">{t("comment", { comment })}</p>}
      {refusalReason === null ? null : (
        <p className="[overflow-wrap:anywhere] text-danger">{t("refusedBecause", { reason: refusalReason })}</p>
      )}
      <SameFiles files={document.sameFiles} claimId={claim.id} />
    </div>
  );
}

/** Links to other places of the same file, above the button that covers the row. */
function SameFiles({ files, claimId }: { files: Document["sameFiles"]; claimId: string }) {
  const t = useTranslations("claims.desk.documents");
  const here = files.filter(({ claim }) => claim.id === claimId);
  const others = new Map(files.filter(({ claim }) => claim.id !== claimId).map(({ claim }) => [claim.id, claim.claimId ?? claim.id]));
  return (
    <>
      {here.length === 0 ? null : (
        <p className="[overflow-wrap:anywhere] text-warning">
          {t.rich("sameFileHere", { types: () => <span lang="fr">{here.map(({ type }) => type).join(", ")}</span> })}
        </p>
      )}
      {others.size === 0 ? null : (
        <p className="flex flex-wrap gap-x-2 text-warning">
          {t("sameFileElsewhere")}
          {[...others].map(([id, name]) => (
            <TextLink key={id} href={`/support/claims/${id}`} className="relative z-10 font-mono">
              {name}
            </TextLink>
          ))}
        </p>
      )}
    </>
  );
}

function useBytes(): (bytes: number) => string {
  const format = useFormatter();
  return (bytes) =>
    bytes < 1_000_000
      ? format.number(Math.max(1, Math.round(bytes / 1_000)), { style: "unit", unit: "kilobyte" })
      : format.number(bytes / 1_000_000, { style: "unit", unit: "megabyte", maximumFractionDigits: 1 });
}
