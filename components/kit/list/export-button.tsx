"use client";

import { Download, X } from "lucide-react";
import { useFormatter, useTimeZone, useTranslations } from "next-intl";
import { usePathname, useSearchParams } from "next/navigation";
import { useRef, useState } from "react";
import { requestFile } from "#components/kit/api/request.ts";
import { saveFile } from "#components/kit/code/save-file.ts";
import { useErrorText } from "#components/kit/states/error-state.tsx";
import { notify } from "#components/kit/states/notify.ts";
import { Button } from "#components/ui/button.tsx";
import type { PartnerListName, SupportListName } from "#lib/developer/exports/schema.ts";
import { maxExportRows } from "#lib/platform/lists/row-limits.ts";

/** Downloads all rows of a list as CSV, and shows how many have arrived. The list is the one on the page as filtered, unless it is told of what. */
export function ExportButton({
  list,
  of,
  label,
}: {
  list: PartnerListName | SupportListName;
  of?: Readonly<Record<string, string>>;
  label?: string;
}) {
  const t = useTranslations("common.export");
  const format = useFormatter();
  const zone = useTimeZone() ?? "UTC";
  const say = useErrorText();
  const root = usePathname().split("/")[1] ?? "";
  const address = useSearchParams();
  const [rows, setRows] = useState<number>();
  const running = useRef<AbortController>(null);

  async function run() {
    running.current = new AbortController();
    setRows(0);
    try {
      const { before: _before, after: _after, ...filters } = of ?? Object.fromEntries(address);
      const request = { filters: { ...filters, ...(list === "audit" && { zone }), ...(list === "errors" && { timeZone: zone }) } };
      const response = await requestFile(`/${root}/exports/${list}`, request, running.current.signal);
      const count = await save(response, setRows);
      notify("success", count < maxExportRows ? t("done", { count }) : t("cut", { count: format.number(count) }));
    } catch (error) {
      if (!running.current.signal.aborted) notify("error", say(error));
    } finally {
      setRows(undefined);
    }
  }

  return rows === undefined ? (
    <Button variant="outline" onClick={() => void run()} icon={Download}>
      {label ?? t("start")}
    </Button>
  ) : (
    <Button variant="outline" onClick={() => running.current?.abort()} icon={X}>
      <span className="tabular-nums">{t("running", { count: rows })}</span>
    </Button>
  );
}

/** Reads a file to its end with progress, and saves it. */
async function save(response: Response, onRows: (rows: number) => void): Promise<number> {
  const name = /filename="([^"]+)"/.exec(response.headers.get("content-disposition") ?? "")?.[1] ?? "export.csv";
  const pieces: string[] = [];
  // The first line names the columns.
  let rows = -1;
  const reader = response.body?.pipeThrough(new TextDecoderStream("utf-8", { ignoreBOM: true })).getReader();
  for (let piece = await reader?.read(); piece !== undefined && !piece.done; piece = await reader?.read()) {
    pieces.push(piece.value);
    rows += piece.value.split("\r\n").length - 1;
    onRows(Math.max(0, rows));
  }
  saveFile(name, new Blob(pieces, { type: "text/csv" }));
  return Math.max(0, rows);
}
