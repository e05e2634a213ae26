"use client";

import { useQuery } from "@tanstack/react-query";
import { Check, Download, ExternalLink, RotateCcw, X } from "lucide-react";
import { useTranslations } from "next-intl";
import { useEffect, useState } from "react";
import { ViewButtons, Viewport, useDocumentView } from "#components/console/claims/document-view.tsx";
import type { DocumentView } from "#components/console/claims/document-view.tsx";
import { Key } from "#components/console/claims/shortcuts.tsx";
import { bringIntoView } from "#components/console/claims/use-looked-at.ts";
import type { LookedAt } from "#components/console/claims/use-looked-at.ts";
import { Alert } from "#components/ui/alert.tsx";
import { Button } from "#components/ui/button.tsx";
import type { DeskClaim } from "#lib/insurance/claims/read.ts";
import type { AllowedAction } from "#lib/insurance/claims/rules/actions.ts";

interface FrameProps {
  title: string;
  address: string;
  /** The text for a file that could not be loaded. */
  error: string;
  view: DocumentView;
  onLoad: () => void;
  /** Told true when the file could not be loaded, and false when it is tried again. */
  onError: (hasFailed: boolean) => void;
}

type Document = DeskClaim["documents"][number];

/** The types that browsers show by themselves; anything else is downloaded. */
const pictures = ["image/jpeg", "image/png", "image/webp"];
/** Shown as the JPEGs that the server makes of them. */
const heic = ["image/heic", "image/heif"];
const pdf = "application/pdf";

function isShown(mimeType: string): boolean {
  return pictures.includes(mimeType) || heic.includes(mimeType) || (mimeType === pdf && navigator.pdfViewerEnabled);
}

interface DocumentViewerProps {
  document: Document;
  moves: readonly AllowedAction[];
  /** Null if nothing may be decided. */
  decide: ((move: AllowedAction) => void) | null;
  lookedAt: LookedAt;
  isBusy: boolean;
  close: () => void;
}

/** The document that is looked at, and what can be decided on it once it has been loaded and is in view. */
export function DocumentViewer(props: DocumentViewerProps) {
  const {
    document: { id, type, mimeType },
    lookedAt,
    close,
  } = props;
  const t = useTranslations("claims.desk.documents");
  const [hasFailed, setHasFailed] = useState(false);
  const view = useDocumentView();
  const { viewer, setLoadedId } = lookedAt;
  useEffect(() => {
    viewer.current?.focus({ preventScroll: true });
    bringIntoView(viewer.current);
  }, [viewer]);

  /** Its height is known only now. */
  function showLoaded() {
    setLoadedId(id);
    bringIntoView(viewer.current);
  }

  const acceptance = props.decide === null ? undefined : props.moves.find(({ move }) => move === "acceptDocument");
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
        <DecisionButtons {...props} />
        {isShown(mimeType) ? <ViewButtons view={view} /> : null}
        <FileLinks document={props.document} onDownload={() => setLoadedId(id)} />
        <Button size="icon-sm" variant="ghost" aria-label={t("close")} onClick={close}>
          <X aria-hidden />
        </Button>
      </div>
      {acceptance === undefined ? null : (
        <AcceptanceHint
          acceptance={acceptance}
          wasOutOfView={lookedAt.wasOutOfView}
          isLoading={lookedAt.loadedId !== id && !hasFailed && isShown(mimeType)}
        />
      )}
      {isShown(mimeType) ? (
        <DocumentFrame
          title={t("frame", { type })}
          address={shownAddress(props.document)}
          isPdf={mimeType === pdf}
          error={t(heic.includes(mimeType) ? "notShown" : "loadFailed")}
          view={view}
          onLoad={showLoaded}
          onError={setHasFailed}
        />
      ) : (
        <Alert className="m-3">{t("notShownPdf")}</Alert>
      )}
    </section>
  );
}

function DecisionButtons({ document: { id }, moves, decide, lookedAt, isBusy }: DocumentViewerProps) {
  const t = useTranslations("claims.desk.moves");
  if (decide === null) return null;
  const find = (name: AllowedAction["move"]) => moves.find(({ move }) => move === name);
  const [acceptance, error, recheck] = [find("acceptDocument"), find("refuseDocument"), find("recheckDocument")];
  const isLoaded = lookedAt.loadedId === id;
  return (
    <>
      {acceptance === undefined ? null : (
        <Button size="sm" disabled={isBusy || !isLoaded} onClick={() => decide(acceptance)} aria-keyshortcuts="a" icon={Check}>
          {t("acceptDocument.open")}
          <Key>a</Key>
        </Button>
      )}
      {error === undefined ? null : (
        <Button
          size="sm"
          variant="outline"
          disabled={!isLoaded}
          onClick={() => decide(error)}
          aria-label={t("refuseDocument.title")}
          aria-keyshortcuts="r"
          icon={X}
        >
          {t("refuseDocument.open")}
          <Key>r</Key>
        </Button>
      )}
      {recheck === undefined ? null : (
        <Button size="sm" variant="outline" onClick={() => decide(recheck)} icon={RotateCcw}>
          {t("recheckDocument.open")}
        </Button>
      )}
    </>
  );
}

/** The document in a tab of its own if browsers show it, and its file if they do not show it as it is. */
function FileLinks({ document, onDownload }: { document: Document; onDownload: () => void }) {
  const t = useTranslations("claims.desk.documents");
  const isViewable = isShown(document.mimeType);
  return (
    <>
      {isViewable ? (
        <Button asChild size="sm" variant="ghost">
          <a href={shownAddress(document)} target="_blank" rel="noreferrer">
            <ExternalLink aria-hidden />
            {t("newTab")}
          </a>
        </Button>
      ) : null}
      {isViewable && !heic.includes(document.mimeType) ? null : (
        <Button asChild size="sm" variant="ghost">
          <a href={fileAddress(document)} download onClick={onDownload}>
            <Download aria-hidden />
            {t("download")}
          </a>
        </Button>
      )}
    </>
  );
}

/** The events that the acceptance sends, once the document can be accepted. */
function AcceptanceHint({ acceptance, wasOutOfView, isLoading }: { acceptance: AllowedAction; wasOutOfView: boolean; isLoading: boolean }) {
  const t = useTranslations("claims.desk");
  return (
    <p aria-live="polite" className="border-b px-3 py-1.5 text-sm text-muted-foreground">
      {wasOutOfView
        ? t("documents.wasOutOfView")
        : isLoading
          ? t("documents.loading")
          : t.rich("acceptSends", { event: () => <code className="font-mono text-xs">{acceptance.events.join(", ")}</code> })}
    </p>
  );
}

function fileAddress({ id }: Document): string {
  return `/api/portal/support/claims/documents/${id}`;
}

function shownAddress(document: Document): string {
  return heic.includes(document.mimeType) ? `${fileAddress(document)}/jpeg` : fileAddress(document);
}

/** Shows an uploaded image or PDF. Scripts in it cannot run: the PDF's response has a sandboxing CSP. */
function DocumentFrame({ isPdf, ...frame }: FrameProps & { isPdf: boolean }) {
  return isPdf ? <PdfFrame {...frame} /> : <Picture {...frame} />;
}

/** All of the photo: a frame would show a corner of it, in its full size. */
function Picture({ title, address, error, view, onLoad, onError }: FrameProps) {
  const [tries, setTries] = useState(0);
  const [hasFailed, setHasFailed] = useState(false);
  function note(failed: boolean) {
    setHasFailed(failed);
    onError(failed);
  }
  if (hasFailed) {
    return (
      <LoadError
        title={error}
        retry={() => {
          note(false);
          setTries(tries + 1);
        }}
      />
    );
  }
  return (
    <Viewport view={view}>
      {(style) => (
        // oxlint-disable-next-line nextjs/no-img-element -- the file is private, and shown as it is
        <img
          key={tries}
          src={address}
          title={title}
          alt={title}
          onLoad={onLoad}
          onError={() => note(true)}
          style={style}
          className="object-contain"
        />
      )}
    </Viewport>
  );
}

/** A frame does not say whether it shows the file or an error, so this is asked first. */
function PdfFrame({ title, address, error, view, onLoad, onError }: FrameProps) {
  const { data: isThere, refetch } = useQuery({
    queryKey: ["document", address],
    queryFn: async () => {
      const isFound = await canLoad(address);
      onError(!isFound);
      return isFound;
    },
    gcTime: 0,
    staleTime: Infinity,
  });
  if (isThere === false) return <LoadError title={error} retry={() => void refetch()} />;
  return (
    <Viewport view={view}>
      {(style) => {
        if (isThere === undefined) return null;
        // Without the pane of thumbnails, which would take half the width.
        const frameProps = { src: `${address}#navpanes=0&view=FitH`, style };
        // oxlint-disable-next-line react/iframe-missing-sandbox -- Chromium shows no PDF in such a frame; the answer's own policy has the sandbox
        return <iframe title={title} {...frameProps} referrerPolicy="no-referrer" onLoad={onLoad} />;
      }}
    </Viewport>
  );
}

async function canLoad(address: string): Promise<boolean> {
  const reading = new AbortController();
  try {
    const { ok } = await fetch(address, { signal: reading.signal });
    return ok;
  } catch {
    return false;
  } finally {
    reading.abort();
  }
}

function LoadError({ title, retry }: { title: string; retry: () => void }) {
  const common = useTranslations("common");
  return (
    <Alert tone="danger" role="alert" className="m-3" title={title}>
      <Button size="sm" variant="outline" className="mt-2" onClick={retry}>
        {common("retry")}
      </Button>
    </Alert>
  );
}
