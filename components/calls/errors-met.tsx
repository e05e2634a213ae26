import { Lightbulb } from "lucide-react";
import { useTranslations } from "next-intl";
import { TextLink } from "#components/kit/facts/text-link.tsx";

/** An error of the catalogue that a call may have met, in the viewer's language. */
export interface ErrorMet {
  name: string;
  code: number;
  meaning: string;
  cure: string;
}

/** The reasons for a refused call, and their cures. A code can stand for several reasons: then each is shown. */
export function ErrorsMet({
  errors,
  answered,
}: {
  errors: readonly ErrorMet[];
  /** The message of the API, in English. */
  answered: string | undefined;
}) {
  const t = useTranslations("calls.errors");
  return (
    <section aria-label={t("title")} className="grid gap-4 rounded-lg border border-warning/25 bg-warning-surface p-4 sm:p-5">
      {answered === undefined ? null : (
        <p className="[overflow-wrap:anywhere]">
          {t.rich("answered", {
            message: () => (
              <span lang="en" className="font-medium">
                {answered}
              </span>
            ),
          })}
        </p>
      )}
      {errors.map(({ name, code, meaning, cure }) => (
        <div key={name} className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3">
          <Lightbulb aria-hidden className="mt-0.5 size-5 text-warning" />
          <div className="grid gap-1">
            <h2 className="font-medium [overflow-wrap:anywhere]">
              <span className="font-mono">{code}</span> · {meaning}
            </h2>
            <p>{cure}</p>
            <TextLink href={`/docs/errors#${name}`} className="w-fit text-sm">
              {t("more", { name })}
            </TextLink>
          </div>
        </div>
      ))}
    </section>
  );
}
