import type { StaffContext } from "#lib/context.ts";
import { change } from "#lib/partners/change.ts";
import { partnerSettingsChange } from "#lib/partners/schema.ts";
import type { PartnerSettingsChange } from "#lib/partners/schema.ts";

/** Changes a partner's settings as the console's form asks for it: not those that somebody else has changed since it was opened. */
export async function changePartner(ctx: StaffContext, partnerId: string, input: PartnerSettingsChange): Promise<void> {
  const { changes, ...why } = partnerSettingsChange.parse(input);
  await change(ctx, partnerId, changes, why);
}
