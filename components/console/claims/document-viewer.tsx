"use client";

import { Check, Download, ExternalLink, RotateCcw, X } from "lucide-react";
import { useTranslations } from "next-intl";
import { useEffect, useState } from "react";
import { DocumentFrame } from "#components/console/claims/document-frame.tsx";
import { useDocumentView, ViewButtons } from "#components/console/claims/document-view.tsx";
import type { ClaimData } from "#components/console/claims/queries.ts";
import { Key } from "#components/console/claims/shortcuts.tsx";
import { bringIntoView } from "#components/console/claims/use-looked-at.ts";
import type { LookedAt } from "#components/console/claims/use-looked-at.ts";
import { Alert } from "#components/ui/alert.tsx";
import { Button } from "#components/ui/button.tsx";
import type { AllowedAction } from "#lib/insurance/claims/rules/actions.ts";

type Document = ClaimData["documents"][number];

/** The types that browsers show by themselves; anything else is downloaded. */
const pictures = ["image/jpeg", "image/png", "image/webp"];
/** Shown as the JPEGs that the server makes of them. */
const heic = ["image/heic", "image/heif"];
const pdf = "application/pdf";

function isShown(mimeType: string): boolean {
  return pictures.includes(mimeType) || heic.includes(mimeType) || (mimeType === pdf && navigator.pdfViewerEnabled);
}

/** The document that is looked at, and what can be decided on it once it has been loaded and is in view. */
export function DocumentViewer({
  document: { id, type, mimeType },
  moves,
  decide,
  lookedAt,
  isBusy,
  close,
}: {
  document: Document;
  moves: readonly AllowedAction[];
  /** Null if nothing may be decided. */
  decide: ((move: AllowedAction) => void) | null;
  lookedAt: LookedAt;
  isBusy: boolean;
  close: () => void;
}) {
  const t = useTranslations("claims.desk.documents");
  const desk = useTranslations("claims.desk");
  const [hasFailed, setHasFailed] = useState(false);
  const view = useDocumentView();
  const { viewer, loadedId, setLoadedId } = lookedAt;
  const isLoaded = loadedId === id;
  useEffect(() => {
    viewer.current?.focus({ preventScroll: true });
    bringIntoView(viewer.current);
  }, [viewer]);

  /** Its height is known only now. */
  function showLoaded() {
    setLoadedId(id);
    bringIntoView(viewer.current);
  }

  const find = (name: AllowedAction["move"]) => (decide === null ? undefined : moves.find(({ move }) => move === name));
  const [acceptance, refusal, recheck] = [find("acceptDocument"), find("refuseDocument"), find("recheckDocument")];
  const original = `/api/portal/support/claims/documents/${id}`;
  const isHeic = heic.includes(mimeType);
  const address = isHeic ? `${original}/jpeg` : original;
  return (
    <section
      ref={viewer}
      tabIndex={-1}
      aria-label={type}
      // All of it fits into the window below the page's scroll padding, where the browser also scrolls the focused button to.
      className="flex max-h-[calc(100dvh-5rem)] scroll-mb-2 flex-col overflow-x-hidden overflow-y-auto rounded-lg border outline-none"
    >
      <div className="flex flex-wrap items-center gap-2 border-b bg-muted/60 px-3 py-2">
        <p lang="fr" className="min-w-0 flex-1 basis-28 font-medium [overflow-wrap:anywhere]">
          {type}
        </p>
        {acceptance === undefined ? null : (
          <Button size="sm" disabled={isBusy || !isLoaded} onClick={() => decide?.(acceptance)} aria-keyshortcuts="a">
            <Check aria-hidden />
            {desk("moves.acceptDocument.open")}
            <Key>a</Key>
          </Button>
        )}
        {refusal === undefined ? null : (
          <Button size="sm" variant="outline" disabled={!isLoaded} onClick={() => decide?.(refusal)} aria-keyshortcuts="r">
            <X aria-hidden />
            {desk("moves.refuseDocument.open")}
            <Key>r</Key>
          </Button>
        )}
        {recheck === undefined ? null : (
          <Button size="sm" variant="outline" onClick={() => decide?.(recheck)}>
            <RotateCcw aria-hidden />
            {desk("moves.recheckDocument.open")}
          </Button>
        )}
        {isShown(mimeType) ? <ViewButtons view={view} /> : null}
        {isShown(mimeType) ? (
          <Button asChild size="sm" variant="ghost">
            <a href={address} target="_blank" rel="noreferrer">
              <ExternalLink aria-hidden />
              {t("newTab")}
            </a>
          </Button>
        ) : null}
        {isShown(mimeType) && !isHeic ? null : (
          <Button asChild size="sm" variant="ghost">
            <a href={original} download onClick={() => setLoadedId(id)}>
              <Download aria-hidden />
              {t("download")}
            </a>
          </Button>
        )}
        <Button size="icon-sm" variant="ghost" aria-label={t("close")} onClick={close}>
          <X aria-hidden />
        </Button>
      </div>
      {acceptance === undefined ? null : (
        <p aria-live="polite" className="border-b px-3 py-1.5 text-sm text-muted-foreground">
          {lookedAt.wasOutOfView
            ? t("wasOutOfView")
            : isLoaded || hasFailed || !isShown(mimeType)
              ? desk.rich("acceptSends", { event: () => <code className="font-mono text-xs">{acceptance.events.join(", ")}</code> })
              : t("loading")}
        </p>
      )}
      {isShown(mimeType) ? (
        <DocumentFrame
          title={t("frame", { type })}
          address={address}
          isPdf={mimeType === pdf}
          failure={t(isHeic ? "notShown" : "loadFailed")}
          view={view}
          onLoad={showLoaded}
          onFailure={setHasFailed}
        />
      ) : (
        <Alert className="m-3">{t("notShownPdf")}</Alert>
      )}
    </section>
  );
}
