import { changeInsuredSettings, readInsuredSettings } from "#lib/account/partners/insured-settings.ts";
import { insuredSettings } from "#lib/account/worlds/insured-contact.ts";
import { owner, router } from "#lib/rpc/procedures.ts";

/** What the insured are sent, and whom they can ask. */
export const insured = router({
  settings: owner.query(({ ctx }) => readInsuredSettings(ctx)),
  changeSettings: owner.input(insuredSettings).mutation(({ ctx, input }) => changeInsuredSettings(ctx, input)),
});
