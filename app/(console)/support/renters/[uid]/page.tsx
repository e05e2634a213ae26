import type { Metadata } from "next";
import { orNotFound, requireStaff } from "#app/_session/session.ts";
import { accountQuery } from "#components/approvals/queries.ts";
import { RenterDetail } from "#components/console/renters/renter-detail.tsx";
import { Prefetched, prefetch } from "#components/kit/api/prefetched.tsx";
import { registeredRenterQuery } from "#components/renters/queries.ts";

interface Props {
  params: Promise<{ uid: string }>;
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  // Params are decoded here, unlike in the page.
  const [{ company }] = await prefetch(await requireStaff("support"), registeredRenterQuery((await params).uid)).catch(orNotFound);
  return { title: company.company_name };
}

export default async function RenterPage({ params }: Props) {
  const uid = decodeURIComponent((await params).uid);
  const ctx = await requireStaff("support");
  await prefetch(ctx, registeredRenterQuery(uid), accountQuery(uid)).catch(orNotFound);
  return (
    <Prefetched areas={["approvals", "companies", "shell"]}>
      <RenterDetail uid={uid} viewerId={ctx.user.id} />
    </Prefetched>
  );
}
