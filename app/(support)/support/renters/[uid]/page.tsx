import type { Metadata } from "next";
import { cache } from "react";
import { orNotFound } from "#app/_session/or-not-found.ts";
import { requireStaff } from "#app/_session/session.ts";
import { RenterDetail } from "#components/console/renters/renter-detail.tsx";
import { registeredRenterQuery } from "#components/console/renters/renter-queries.ts";
import { known, Prefetched } from "#components/kit/api/prefetched.tsx";
import { readForSupport } from "#lib/renters/read.ts";

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
  return (
    <Prefetched areas={["companies", "shell"]} queries={[known(registeredRenterQuery(uid), Promise.resolve(renter))]}>
      <RenterDetail uid={uid} />
    </Prefetched>
  );
}
