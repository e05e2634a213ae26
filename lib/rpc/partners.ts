import { z } from "zod";
import { changeLogo } from "#lib/account/brands/logo.ts";
import { changePartner, setPartnerStatus } from "#lib/account/partners/change.ts";
import { changeInsuredSettings, readInsuredSettings } from "#lib/account/partners/insured-settings.ts";
import { list, partnerListQuery, read } from "#lib/account/partners/list.ts";
import { logoChange } from "#lib/account/worlds/brand.ts";
import { insuredSettings } from "#lib/account/worlds/insured-contact.ts";
import { partnerForm, partnerSettingsChange, partnerStatusChange } from "#lib/account/worlds/schema.ts";
import { readForSupport } from "#lib/developer/readiness/read.ts";
import { list as listTariffs } from "#lib/insurance/prices/create.ts";
import { createEquipped } from "#lib/insurance/products/create-partner.ts";
import { identifier } from "#lib/platform/wire/wire.ts";
import { owner, router, support } from "#lib/rpc/procedures.ts";

const params = z.object({ partnerId: identifier });

export const partners = router({
  list: support.input(partnerListQuery).query(({ ctx, input }) => list(ctx, input)),
  read: support.input(params).query(({ ctx, input }) => read(ctx, input.partnerId)),
  readiness: support.input(params).query(({ ctx, input }) => readForSupport(ctx, input.partnerId)),
  tariffs: support.query(({ ctx }) => listTariffs(ctx)),
  create: support.input(partnerForm).mutation(async ({ ctx, input }) => {
    // Only the owners can read the new keys, in the portal.
    const { id } = await createEquipped(ctx, input);
    return { id };
  }),
  change: support
    .input(partnerSettingsChange.extend(params.shape))
    .mutation(({ ctx, input: { partnerId, ...change } }) => changePartner(ctx, partnerId, change)),
  /** Changes the logo of a partner or of a rental company. */
  changeLogo: support.input(logoChange).mutation(({ ctx, input }) => changeLogo(ctx, input)),
  setStatus: support
    .input(partnerStatusChange.extend(params.shape))
    .mutation(({ ctx, input: { partnerId, ...change } }) => setPartnerStatus(ctx, partnerId, change)),
});

/** The settings of a partner that say what the insured are sent, and whom they can ask. */
export const insured = router({
  settings: owner.query(({ ctx }) => readInsuredSettings(ctx)),
  changeSettings: owner.input(insuredSettings).mutation(({ ctx, input }) => changeInsuredSettings(ctx, input)),
});
