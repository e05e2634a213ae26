import { getTranslations } from "next-intl/server";
import { guideEnvironment } from "#components/docs/guide-samples.ts";
import { CodeBlock } from "#components/portal/json-view.tsx";

/** What the commands of a guide read from the environment, with the reader's own rental company where it is known. */
export async function GuideSetUp({ renterUid }: { renterUid: string | undefined }) {
  const t = await getTranslations("docs.guide");
  return <CodeBlock text={guideEnvironment(renterUid)} what={t("environment")} />;
}
