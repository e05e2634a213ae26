import { useLocale } from "next-intl";
import { useState } from "react";
import { api } from "#components/kit/api/api.ts";
import { readPriceFile, writePriceFile } from "#lib/insurance/prices/file.ts";
import type { PriceList } from "#lib/insurance/prices/file.ts";
import { cellsOf, fileOfCells } from "#lib/insurance/prices/grid.ts";
import type { CheckedFile } from "#lib/insurance/prices/overview.ts";

export interface StartingVersion {
  tariffId: string;
  list: PriceList;
}

/** The version that is typed, its file, and what the check said about it. */
export function useNewVersion(start: StartingVersion) {
  const decimalMark: "." | "," = useLocale().startsWith("fr") ? "," : ".";
  const [base, setBase] = useState(start);
  const [way, setWay] = useState<"table" | "file">("table");
  const [typed, setTyped] = useState({
    name: base.list.name,
    version: "",
    cells: cellsOf(base.list.rates, decimalMark),
  });
  const [text, setText] = useState(() => writePriceFile(base.list, "csv").replaceAll("\r\n", "\n"));
  const [day, setDay] = useState("");
  const [checked, setChecked] = useState<CheckedFile>();
  const file = way === "table" ? fileOfCells(typed) : text;
  /** Only a checked version can be published. */
  function edit(change: () => void) {
    change();
    setChecked(undefined);
  }
  function show(next: "table" | "file"): void {
    const read = readPriceFile(file);
    if ("list" in read && next === "file") setText(writePriceFile(read.list, "csv").replaceAll("\r\n", "\n"));
    if ("list" in read && next === "table") setTyped({ ...read.list, cells: cellsOf(read.list.rates, decimalMark) });
    setWay(next);
  }
  async function startFrom(tariffId: string): Promise<void> {
    const read = readPriceFile(await api.console.prices.export.query({ tariffId, format: "json", language: "en" }));
    if ("errors" in read) throw new Error(`the version ${tariffId} cannot be read`);
    edit(() => {
      setBase({ tariffId, list: read.list });
      setTyped({ name: read.list.name, version: "", cells: cellsOf(read.list.rates, decimalMark) });
    });
  }
  return { decimalMark, base, way, typed, setTyped, text, setText, day, setDay, checked, setChecked, file, edit, show, startFrom };
}
