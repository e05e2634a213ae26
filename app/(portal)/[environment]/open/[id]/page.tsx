import { notFound, redirect } from "next/navigation";
import { requirePartner } from "#app/_session/session.ts";
import { findPageById } from "#lib/account/search/find-by-id.ts";

/** Redirects to the page of any identifier. Below an environment, so that the shell around the pages stays. */
export default async function OpenPage({ params }: { params: Promise<{ environment: string; id: string }> }) {
  const { environment, id } = await params;
  const page = await findPageById(await requirePartner(environment), decodeURIComponent(id));
  if (page === undefined) notFound();
  redirect(page.href);
}
