import type { Metadata } from "next";
import { getNow } from "next-intl/server";
import { GuidePage, guideMetadata } from "#components/docs/guides/guide-page.tsx";

interface Props {
  params: Promise<{ guide: string }>;
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return guideMetadata((await params).guide);
}

export default async function GuideRoute({ params }: Props) {
  const [{ guide }, now] = await Promise.all([params, getNow()]);
  return <GuidePage context={{ slug: guide, now }} />;
}
