import { getLocale } from "next-intl/server";
import { currentUser, findDeveloper, homeOf } from "#app/_session/session.ts";
import { nobody } from "#components/docs/reader-facts.ts";
import type { Reader, Trying } from "#components/docs/reader-facts.ts";
import { pagesOf } from "#components/shell/pages-of.ts";
import { nameViewer } from "#lib/account/users/viewer.ts";
import { findFirstRenter } from "#lib/insurance/renters/find.ts";
import { languageOf } from "#lib/platform/i18n/locales.ts";
import { sendsMail } from "#lib/platform/mail/mail.ts";

/** Tells a page of the documentation, which is the same for everybody, who reads it. */
export async function GET(): Promise<Response> {
  return Response.json(await readReader(), { headers: { "cache-control": "no-store" } });
}

async function readReader(): Promise<Reader> {
  const user = await currentUser();
  if (user === undefined) return nobody;
  const language = languageOf(await getLocale());
  return {
    home: homeOf(user),
    viewer: nameViewer(user),
    pages: pagesOf({ user, ...(user.partner !== null && { environment: "development" }) }, language),
    lookUp: user.partner === null ? "support" : "development",
    sendsMail: sendsMail(),
    trying: await readTrying(),
  };
}

/** Reads what "Try it" needs to send a developer's requests. */
async function readTrying(): Promise<Trying | null> {
  const developer = await findDeveloper("development");
  if (developer === undefined) return null;
  const { world, now, realTime } = developer;
  return { worldId: world.id, renter: await findFirstRenter(developer), clockOffsetMs: now.getTime() - realTime.getTime() };
}
