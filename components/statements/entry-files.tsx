"use client";

import { Download } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { requestFile } from "#components/kit/api/request.ts";
import { useErrorText } from "#components/kit/api/use-error-text.ts";
import { saveFile } from "#components/kit/code/save-file.ts";
import { ExportButton } from "#components/kit/list/export-button.tsx";
import { notify } from "#components/kit/states/notify.ts";
import { useEnvironment } from "#components/shell/use-environment.ts";
import { Button } from "#components/ui/button.tsx";

const formats = ["csv", "json"] as const;

/** Saves the entries of a month: for a spreadsheet, and byte by byte as the API serves them, whose CSV has the hash of a closed month. */
export function EntryFiles({ month }: { month: string }) {
  const t = useTranslations("statements");
  const environment = useEnvironment();
  const say = useErrorText();
  const [running, setRunning] = useState<(typeof formats)[number]>();

  async function save(format: (typeof formats)[number]) {
    setRunning(format);
    try {
      const response = await requestFile(`/${environment}/statements/${month}/${format}`, {}, new AbortController().signal);
      saveFile(`covergate-${environment}-statement-${month}.${format}`, await response.blob());
    } catch (error) {
      notify("error", say(error));
    } finally {
      setRunning(undefined);
    }
  }

  return (
    <>
      <ExportButton list="statement-entries" of={{ month }} label={t("files.spreadsheet")} />
      {formats.map((format) => (
        <Button key={format} variant="outline" disabled={running !== undefined} onClick={() => void save(format)}>
          <Download aria-hidden />
          {t(`files.${format}`)}
        </Button>
      ))}
    </>
  );
}
