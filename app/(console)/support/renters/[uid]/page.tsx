import type { Metadata } from "next";
import { cache } from "react";
import { orNotFound } from "#app/_session/or-not-found.ts";
import { requireStaff } from "#app/_session/session.ts";
import { accountQuery } from "#components/approvals/queries.ts";
import { RenterDetail } from "#components/console/renters/renter-detail.tsx";
import { registeredRenterQuery } from "#components/console/renters/renter-queries.ts";
import { known, Prefetched } from "#components/kit/api/prefetched.tsx";
import { readAccount } from "#lib/insurance/payments/read-account.ts";
import { readForSupport } from "#lib/insurance/renters/read.ts";

interface Props {
  params: Promise<{ uid: string }>;
}

const readRenter = cache(async (uid: string) => readForSupport(await requireStaff("support"), uid).catch(orNotFound));

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  // Params are decoded here, unlike in the page.
  return { title: (await readRenter((await params).uid)).company.company_name };
}

export default async function RenterPage({ params }: Props) {
  const renter = await readRenter(decodeURIComponent((await params).uid));
  const { uid } = renter;
  const ctx = await requireStaff("support");
  return (
    <Prefetched
      areas={["approvals", "companies", "shell"]}
      queries={[known(registeredRenterQuery(uid), Promise.resolve(renter)), known(accountQuery(uid), readAccount(ctx, uid))]}
    >
      <RenterDetail uid={uid} viewerId={ctx.user.id} />
    </Prefetched>
  );
}
