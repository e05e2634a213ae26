import { notFound } from "next/navigation";
import { requirePartner } from "#app/_session/session.ts";

/** Addresses that no page has: the answer to whoever is signed in keeps the menu. Others get the page of server/stored-pages.ts. */
export default async function UnknownPage({ params }: { params: Promise<{ environment: string }> }): Promise<never> {
  await requirePartner((await params).environment);
  notFound();
}
