import type { ContextOf } from "#lib/account/users/roles.ts";
import { asPerson, freshSession, makeUser } from "#lib/account/users/users.fixture.ts";
import type { AlertSettings } from "#lib/developer/alerts/schema.ts";
import { makePartner } from "#lib/insurance/renters/world.fixture.ts";
import { realMoment } from "#lib/platform/time/clock.ts";

export const sampleAlert = {
  kind: "webhookFailing",
  threshold: 30,
  channel: "webhook",
  recipients: [],
  url: "https://hooks.example.com/services/T0/B0/s3cret",
  language: "en",
  timeZone: "Europe/Paris",
} satisfies AlertSettings;

/** A partner with an owner and a member who really exist, and the owner's context in each world. */
export async function makeCompany() {
  const partner = await makePartner();
  const owner = await makeUser({ role: "owner", partnerId: partner.id });
  const member = await makeUser({ role: "member", partnerId: partner.id });
  const at = (now: Date, environment: "development" | "production" = "production"): ContextOf["owner"] => {
    const ctx = asPerson({ ...partner.contexts[environment], ...realMoment(now) }, "owner");
    return { ...ctx, user: { ...ctx.user, id: owner.id }, session: freshSession(now) };
  };
  return { partner, owner, member, at };
}
