import { notFound, redirect } from "next/navigation";
import { requirePartner } from "#app/_session/session.ts";
import { findPage } from "#lib/partners/find-page.ts";

/** Leads to the page of whatever has this identifier. Within an environment, so that what surrounds its pages stays. */
export default async function OpenPage({ params }: { params: Promise<{ environment: string; id: string }> }) {
  const { environment, id } = await params;
  const page = await findPage(await requirePartner(environment), decodeURIComponent(id));
  if (page === undefined) notFound();
  redirect(page);
}
