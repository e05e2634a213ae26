import { z } from "zod";
import { contractId } from "#lib/insurance/catalogue/schema.ts";
import {
  amendRenewalBody,
  automaticRenewal,
  automaticRenewalId,
  bulkRenewalsBody,
  configureRenewalBody,
} from "#lib/insurance/renewals/schema.ts";
import { endpoint } from "#lib/platform/wire/endpoint.ts";

const side = "contract";
const tag = "Contracts";
const ofContract = z.object({ contractId });
const ofRenewal = z.object({ contractId, arid: automaticRenewalId });
const subject = (params: { contractId: string }): string => params.contractId;
const exampleContract = { contractId: "01JD3W7Q8ZK5T9V0XR2M4N6P8A" };
const exampleRenewal = { ...exampleContract, arid: "ar_01JD3W7Q8ZK5T9V0XR2M4N6P8A" };
const success = { status: 200, resource: "automatic_renewal", data: automaticRenewal, schemaName: "AutomaticRenewalResponse" } as const;
const manySuccess = {
  status: 200,
  resource: "automatic_renewals",
  data: z.array(automaticRenewal).meta({ description: "The automatic renewals." }),
  schemaName: "AutomaticRenewalsResponse",
} as const;

export const configureRenewal = endpoint({
  id: "createAutomaticRenewal",
  method: "POST",
  path: "/contracts/{contractId}/automaticRenewal",
  side,
  tag,
  right: "renewals:write",
  summary: "Create or reconfigure the automatic renewal",
  description: "Creates the renewal of an open LMD or LLD contract, or reconfigures the current one; a rejected one is resumed.",
  params: ofContract,
  body: { schema: configureRenewalBody, checkedByRules: true, required: false },
  success: { ...success, description: "The renewal as it is now." },
  errors: ["CONTRACT_NOT_FOUND", "RENEWAL_NOT_OFFERED", "CONTRACT_NOT_OPEN", "OPTION_NOT_ALLOWED", "INVALID_PERIOD"],
  subject,
  examples: [
    { name: "Three months more, with a notice before", params: exampleContract, body: { use_notification: true, duration_months: 3 } },
    { name: "As long again as the contract", params: exampleContract },
  ],
});

export const amendRenewal = endpoint({
  id: "updateAutomaticRenewal",
  method: "PATCH",
  path: "/contracts/{contractId}/automaticRenewal/{arid}",
  side,
  tag,
  right: "renewals:write",
  summary: "Change, reject or resume an automatic renewal",
  description: "Changes the fields that are sent of a renewal that is not applied yet, and keeps the others. The contract must be open.",
  params: ofRenewal,
  body: { schema: amendRenewalBody, checkedByRules: true },
  success: { ...success, description: "The renewal as it is now." },
  errors: [
    "CONTRACT_NOT_FOUND",
    "RENEWAL_NOT_FOUND",
    "RENEWAL_ALREADY_APPLIED",
    "RENEWAL_CONTRACT_OVER",
    "CONTRACT_NOT_OPEN",
    "RENEWAL_DEFAULT_APPLICATION_READ_ONLY",
    "RENEWAL_APPLIED_READ_ONLY",
    "RENEWAL_APPLIED_AT_READ_ONLY",
    "RENEWAL_SCHEDULE_READ_ONLY",
    "RENEWAL_NOTIFIED_READ_ONLY",
    "RENEWAL_NOTIFIED_AT_READ_ONLY",
    "RENEWAL_NOTICE_SCHEDULE_READ_ONLY",
    "RENEWAL_REJECTED_AT_READ_ONLY",
    "RENEWAL_EXTENSION_READ_ONLY",
    "RENEWAL_NEXT_CONTRACT_READ_ONLY",
    "OPTION_NOT_ALLOWED",
    "INVALID_PERIOD",
  ],
  subject,
  examples: [
    { name: "The customer does not want it", params: exampleRenewal, body: { rejected: true } },
    { name: "A longer one, without a notice", params: exampleRenewal, body: { use_notification: false, duration_months: 6 } },
  ],
});

export const readRenewal = endpoint({
  id: "getAutomaticRenewalById",
  method: "GET",
  path: "/contracts/{contractId}/automaticRenewal/{arid}",
  side,
  tag,
  right: "renewals:read",
  summary: "Read an automatic renewal",
  description: "One renewal of a contract, whether upcoming, rejected or applied.",
  params: ofRenewal,
  success: { ...success, description: "The renewal." },
  errors: ["CONTRACT_NOT_FOUND", "RENEWAL_NOT_FOUND"],
  subject,
  examples: [{ name: "One renewal", params: exampleRenewal }],
});

export const readCurrentRenewal = endpoint({
  id: "getCurrentAutomaticRenewal",
  method: "GET",
  path: "/contracts/{contractId}/automaticRenewal/current",
  side,
  tag,
  right: "renewals:read",
  summary: "Read the upcoming renewal",
  description: "The current renewal of a contract, without its history.",
  params: ofContract,
  success: { ...success, description: "The current renewal, scheduled or rejected." },
  errors: ["CONTRACT_NOT_FOUND", "RENEWAL_NOT_FOUND"],
  subject,
  examples: [{ name: "The one of a contract", params: exampleContract }],
});

export const listRenewals = endpoint({
  id: "listAutomaticRenewals",
  method: "GET",
  path: "/contracts/{contractId}/automaticRenewals",
  side,
  tag,
  right: "renewals:read",
  summary: "List the automatic renewals of a contract",
  description: "The full history of the contract's renewals, newest first.",
  params: ofContract,
  success: { ...manySuccess, description: "The renewals." },
  errors: ["CONTRACT_NOT_FOUND"],
  subject,
  examples: [{ name: "Those of a contract", params: exampleContract }],
});

export const actOnAllRenewals = endpoint({
  id: "bulkAutomaticRenewals",
  method: "POST",
  path: "/contracts/action/automaticRenewals",
  side,
  tag,
  right: "renewals:write",
  summary: "Act on the renewals of all contracts",
  description:
    "Adds or rejects renewals, or turns their notices on or off, for every open LMD and LLD contract of this key. Repeating it changes nothing. Requires the feature `bulk_renewals`.",
  body: { schema: bulkRenewalsBody, checkedByRules: true },
  success: { ...manySuccess, description: "The renewals that were changed." },
  errors: ["INSUFFICIENT_PERMISSIONS", "OPTION_NOT_ALLOWED"],
  examples: [
    {
      name: "Add one wherever there is none, with a notice before",
      body: { add_to_all_contracts: true, enable_notification_on_all_contracts: true },
    },
    { name: "Reject them all", body: { reject_on_all_contracts: true } },
  ],
});
