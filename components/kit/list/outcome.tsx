"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";

/** Announces the number of results to screen readers after `asked` changed, but neither the first results nor automatic refreshes. */
export function Outcome({ asked, count }: { asked: string; /** Undefined while it is not known. */ count: number | undefined }) {
  const t = useTranslations("common");
  const [told, setTold] = useState<{ asked: string; count?: number }>({ asked });
  if (told.asked !== asked && count !== undefined) setTold({ asked, count });
  return (
    <output className="sr-only">
      {/* The key makes a repeated sentence a new announcement. */}
      {told.count === undefined ? null : <span key={told.asked}>{t("results", { count: told.count })}</span>}
    </output>
  );
}
