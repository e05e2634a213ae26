"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";

/**
 * Says to screen readers how many results there are once `asked` for something else: not what the page begins with, and not what
 * changes by itself afterwards.
 */
export function Outcome({ asked, count }: { asked: string; /** Undefined while it is not known. */ count: number | undefined }) {
  const t = useTranslations("common");
  const [told, setTold] = useState<{ asked: string; count?: number }>({ asked });
  if (told.asked !== asked && count !== undefined) setTold({ asked, count });
  return (
    <output className="sr-only">
      {/* With a key, as the same sentence is said again. */}
      {told.count === undefined ? null : <span key={told.asked}>{t("results", { count: told.count })}</span>}
    </output>
  );
}
