import { SearchX } from "lucide-react";
import type { Metadata } from "next";
import { getLocale, getTranslations } from "next-intl/server";
import { DocsPage, DocsSection } from "#components/docs/docs-page.tsx";
import { proseTags } from "#components/docs/prose.tsx";
import { ErrorFilter } from "#components/docs/reference/error-filter.tsx";
import { errorGroupNames, findErrors } from "#components/docs/reference/error-groups.ts";
import { ErrorItem } from "#components/docs/reference/error-item.tsx";
import { EmptyState } from "#components/kit/states/empty-state.tsx";
import { Button } from "#components/ui/button.tsx";
import { Input } from "#components/ui/input.tsx";
import { Label } from "#components/ui/label.tsx";
import { NativeSelect } from "#components/ui/native-select.tsx";

const path = "/docs/errors";

interface Props {
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("docs.errors");
  return { title: t("title"), description: t("description"), alternates: { canonical: path } };
}

export default async function ErrorsPage({ searchParams }: Props) {
  const [t, language, asked] = await Promise.all([getTranslations("docs.errors"), getLocale(), searchParams]);
  const search = typeof asked["search"] === "string" ? asked["search"].slice(0, 200) : "";
  const group = errorGroupNames.find((name) => name === asked["side"]);
  const found = findErrors({ search, language, ...(group !== undefined && { group }) });
  const count = found.reduce((sum, [, errors]) => sum + errors.length, 0);
  return (
    <DocsPage
      title={t("title")}
      lead={<p>{t.rich("lead", proseTags)}</p>}
      contents={found.map(([name]) => ({ id: name, title: t(`groups.${name}`) }))}
      isWide
    >
      <div className="grid gap-4">
        <ErrorFilter action={path}>
          <div className="grid min-w-[min(15rem,100%)] flex-1 gap-1.5">
            <Label htmlFor="search">{t("search")}</Label>
            <Input id="search" name="search" type="search" defaultValue={search} placeholder={t("searchPlaceholder")} maxLength={200} />
          </div>
          <div className="grid w-full gap-1.5 sm:w-56">
            <Label htmlFor="side">{t("side")}</Label>
            <NativeSelect id="side" name="side" defaultValue={group ?? ""}>
              <option value="">{t("everySide")}</option>
              {errorGroupNames.map((name) => (
                <option key={name} value={name}>
                  {t(`groups.${name}`)}
                </option>
              ))}
            </NativeSelect>
          </div>
          <Button type="submit" variant="outline">
            {t("find")}
          </Button>
        </ErrorFilter>
        <output className="text-muted-foreground">{t("found", { count })}</output>
      </div>
      {found.map(([name, errors]) => (
        <DocsSection key={name} id={name} title={t(`groups.${name}`)}>
          <p className="max-w-3xl text-muted-foreground">{t(`groupTexts.${name}`)}</p>
          <ul className="divide-y overflow-hidden rounded-lg border bg-card shadow-xs">
            {errors.map((error) => (
              <ErrorItem key={error.name} error={error} />
            ))}
          </ul>
        </DocsSection>
      ))}
      {count === 0 ? (
        <EmptyState icon={SearchX} title={t("nothing")}>
          {t("nothingHint")}
        </EmptyState>
      ) : null}
    </DocsPage>
  );
}
