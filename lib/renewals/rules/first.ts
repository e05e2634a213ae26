import type { ContractType } from "#lib/catalogue.ts";
import type { Period } from "#lib/contracts/rules/period.ts";
import type { Feature } from "#lib/partners/schema.ts";
import type { Renewal } from "#lib/renewals/renewal.ts";
import { assertRenewable } from "#lib/renewals/rules/configure.ts";
import { ownLength } from "#lib/renewals/rules/schedule.ts";

/**
 * The renewal that a contract is created with, null for none (resolutions.md § 3, Create, § 5): the body's word counts, then the
 * feature `renew_by_default`. 5050 where it is asked for on a contract type that has none.
 */
export function decideFirstRenewal(
  contract: Period & { contractType: ContractType; wantsRenewal: boolean | undefined },
  features: readonly Feature[],
): Pick<Renewal, "useNotification" | "durationMonths" | "defaultApplication" | "extension"> | null {
  const byDefault = contract.wantsRenewal === undefined && features.includes("renew_by_default") && contract.contractType !== "LCD";
  if (contract.wantsRenewal) assertRenewable(contract);
  if (!contract.wantsRenewal && !byDefault) return null;
  return { useNotification: true, durationMonths: ownLength(contract), defaultApplication: byDefault, extension: 0 };
}
