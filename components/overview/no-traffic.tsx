import { useTranslations } from "next-intl";
import { Card } from "#components/ui/card.tsx";

/** A day as it will look: heights in per cent. */
const someDay = [14, 18, 12, 9, 8, 10, 16, 28, 46, 62, 74, 82, 70, 64, 78, 90, 84, 66, 52, 44, 36, 30, 22, 18];

/** Stands where the charts will be, as long as nothing was ever called. */
export function NoTraffic() {
  const t = useTranslations("overview.none");
  return (
    <Card className="relative flex min-h-56 flex-col justify-end overflow-hidden">
      <div aria-hidden className="absolute inset-x-4 top-6 bottom-0 flex items-end gap-[2%] mask-t-from-20% opacity-60 sm:inset-x-5">
        {someDay.map((height, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- a drawing that never changes
          <span key={index} className="flex-1 rounded-t-[3px] bg-secondary" style={{ height: `${height}%` }} />
        ))}
      </div>
      <div className="relative grid grow content-center justify-items-center gap-1 px-6 py-10 text-center">
        <h2 className="text-lg font-semibold tracking-tight">{t("title")}</h2>
        <p className="max-w-sm text-muted-foreground">{t("text")}</p>
      </div>
    </Card>
  );
}
