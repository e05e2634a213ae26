import { useTranslations } from "next-intl";
import { useState } from "react";

/** Announces the number of results to screen readers after `asked` changed, but neither the first results nor automatic refreshes. */
export function Outcome({ query: asked, count }: { query: string; /** Undefined while it is not known. */ count: number | undefined }) {
  const t = useTranslations("common");
  const [announced, setTold] = useState<{ asked: string; count?: number }>({ asked });
  if (announced.asked !== asked && count !== undefined) setTold({ asked, count });
  return (
    <output className="sr-only">
      {/* The key makes a repeated sentence a new announcement. */}
      {announced.count === undefined ? null : <span key={announced.asked}>{t("results", { count: announced.count })}</span>}
    </output>
  );
}
