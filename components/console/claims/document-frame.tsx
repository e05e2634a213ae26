"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { Viewport } from "#components/console/claims/document-view.tsx";
import type { DocumentView } from "#components/console/claims/document-view.tsx";
import { Alert } from "#components/ui/alert.tsx";
import { Button } from "#components/ui/button.tsx";

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

/** Shows an uploaded image or PDF. Scripts in it cannot run: the PDF's response has a sandboxing CSP. */
export function DocumentFrame({ isPdf, ...frame }: FrameProps & { isPdf: boolean }) {
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
