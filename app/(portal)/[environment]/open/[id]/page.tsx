import { notFound, redirect } from "next/navigation";
import { requirePartner } from "#app/_session/session.ts";
import { findPage } from "#lib/account/partners/find-page.ts";

/** Redirects to the page of any identifier. Below an environment, so that the shell around the pages stays. */
export default async function OpenPage({ params }: { params: Promise<{ environment: string; id: string }> }) {
  const { environment, id } = await params;
  const page = await findPage(await requirePartner(environment), decodeURIComponent(id));
  if (page === undefined) notFound();
  redirect(page);
}
