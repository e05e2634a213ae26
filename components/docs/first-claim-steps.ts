import { stepOf } from "#components/docs/step-of.ts";
import type { GuideStep } from "#components/docs/step-of.ts";
import { uploadDocuments } from "#lib/claims/endpoints-documents.ts";
import { cancelClaim, createClaim, getClaim, submitClaim } from "#lib/claims/endpoints.ts";
import { createContract } from "#lib/contracts/endpoints.ts";

/** A PNG of one dot: a real file, short enough to be pasted. */
const dot = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVQI12P4//8/AAX+Av7czFnnAAAAAElFTkSuQmCC";
const photos = ["Photo du vélo dans son ensemble", "Photo de la casse (angle 1)", "Photo de la casse (angle 2)"];

/** The photos without which the claim of the guide cannot be submitted. */
const upload: GuideStep = {
  endpoint: uploadDocuments,
  example: {
    name: "Three photos",
    params: { id: "claim_01JD3W7Q8ZK5T9V0XR2M4N6P8A" },
    body: photos.map((type, index) => ({ type, title: type, filename: `photo-${index + 1}.png`, content: dot })),
  },
};

/** The steps of the guide to a first claim, with the requests of the reference, which the tests run one after the other. */
export const firstClaimSteps = {
  contract: stepOf(createContract, "A week from now on"),
  create: stepOf(createClaim, "A bike that fell"),
  upload,
  submit: stepOf(submitClaim, "A draft that is complete"),
  read: stepOf(getClaim, "One claim"),
  cancel: stepOf(cancelClaim, "The bike was found"),
} as const satisfies Record<string, GuideStep>;
