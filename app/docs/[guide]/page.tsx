import type { Metadata } from "next";
import { getNow } from "next-intl/server";
import { findReadersRenter } from "#app/docs/readers-renter.ts";
import { GuidePage, guideMetadata } from "#components/docs/guide-page.tsx";

interface Props {
  params: Promise<{ guide: string }>;
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return guideMetadata((await params).guide);
}

export default async function GuideRoute({ params }: Props) {
  const [{ guide }, now, renter] = await Promise.all([params, getNow(), findReadersRenter()]);
  return <GuidePage context={{ slug: guide, now, ...(renter !== undefined && { renterUid: renter.uid }) }} />;
}
