import type { Metadata } from "next";
import { getNow } from "next-intl/server";
import { GuidePage, guideMetadata } from "#components/docs/guides/guide-page.tsx";

export function generateMetadata(): Promise<Metadata> {
  return guideMetadata("index");
}

export default async function DocsStartPage() {
  return <GuidePage context={{ slug: "index", now: await getNow() }} isWide />;
}
