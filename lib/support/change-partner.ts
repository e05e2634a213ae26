import { isDeepStrictEqual } from "node:util";
import type { StaffContext } from "#lib/context.ts";
import { change } from "#lib/partners/change.ts";
import type { Partner } from "#lib/partners/find.ts";
import { read } from "#lib/partners/read.ts";
import { Refusal } from "#lib/refusal.ts";
import { nameRefusal } from "#lib/support/name-refusal.ts";
import type { PartnerForm, PartnerSettingsChange } from "#lib/support/schema.ts";
import { partnerSettingsChange } from "#lib/support/schema.ts";

/** Changes a partner's settings unless somebody else has changed the same ones since they were read: then nothing is, and a Refusal says so. */
export async function changePartner(ctx: StaffContext, partnerId: string, input: PartnerSettingsChange): Promise<void> {
  const { seen, changes } = partnerSettingsChange.parse(input);
  const partner = await read(ctx, partnerId);
  const isOutdated = Object.entries(seen).some(
    ([setting, value]) => !isDeepStrictEqual(settingOf(partner, setting as keyof PartnerForm), value),
  );
  if (isOutdated) throw new Refusal("somebody else has changed these settings meanwhile", { key: "changedMeanwhile" });
  await change(ctx, partnerId, changes).catch(nameRefusal("partnerNameTaken", { name: changes.name ?? "" }));
}

function settingOf(partner: Partner, setting: keyof PartnerForm): unknown {
  return partner[setting];
}
