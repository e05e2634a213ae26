import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { orNotFound } from "#app/_session/or-not-found.ts";
import { requireStaff } from "#app/_session/session.ts";
import { known, Prefetched } from "#components/portal/prefetched.tsx";
import { RenterDetail } from "#components/support/renter-detail.tsx";
import { registeredRenterQuery } from "#components/support/renter-queries.ts";
import { readForSupport } from "#lib/renters/read-for-support.ts";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("companies"))("title") };
}

export default async function RenterPage({ params }: { params: Promise<{ uid: string }> }) {
  const ctx = await requireStaff("support");
  const renter = await readForSupport(ctx, decodeURIComponent((await params).uid)).catch(orNotFound);
  const { uid } = renter;
  return (
    <Prefetched areas={["companies", "shell"]} queries={[known(registeredRenterQuery(uid), Promise.resolve(renter))]}>
      <RenterDetail uid={uid} />
    </Prefetched>
  );
}
