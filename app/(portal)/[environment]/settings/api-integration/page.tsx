import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { requirePartner } from "#app/_session/session.ts";
import { ApiIntegration } from "#components/keys/api-integration.tsx";
import { keysQuery } from "#components/keys/queries.ts";
import { prefetch, Prefetched } from "#components/kit/api/prefetched.tsx";

interface Props {
  params: Promise<{ environment: string }>;
}

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("settings"))("tabs.apiIntegration") };
}

export default async function ApiIntegrationPage({ params }: Props) {
  const ctx = await requirePartner((await params).environment, "owner");
  const { environment } = ctx.world;
  await prefetch(ctx, keysQuery(environment));
  return (
    <Prefetched areas={["keys", "settings"]}>
      <ApiIntegration environment={environment} />
    </Prefetched>
  );
}
