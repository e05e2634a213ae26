import { useTranslations } from "next-intl";
import { CodeBlock, JsonView } from "#components/kit/code/json-view.tsx";
import type { KeptBody as Body } from "#lib/developer/calls/read.ts";

/** A body as the call log keeps it: whole JSON highlighted, anything else as the text that it is. */
export function KeptBody({ body, what, none }: { body: Body | null; what: string; none: string }) {
  const t = useTranslations("calls");
  if (body === null) {
    return (
      <div className="rounded-lg border border-dashed px-3.5 py-3">
        <h2 className="text-sm font-medium text-muted-foreground">{what}</h2>
        <p className="mt-1 text-muted-foreground">{none}</p>
      </div>
    );
  }
  return (
    <div className="grid min-w-0 gap-2">
      {isJson(body.text) || body.isCut ? <JsonView text={body.text} what={what} /> : <CodeBlock text={body.text} what={what} />}
      {body.isCut ? <p className="text-sm text-muted-foreground">{t("bodyCut")}</p> : null}
    </div>
  );
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
