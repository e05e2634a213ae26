import type { GuideSteps } from "#components/docs/guides/guide-step.ts";
import { uploadDocuments } from "#lib/insurance/claims/endpoints-documents.ts";
import { cancelClaim, createClaim, getClaim, submitClaim } from "#lib/insurance/claims/endpoints.ts";
import { createContract } from "#lib/insurance/contracts/endpoints.ts";

/** A PNG of one pixel: a real file, short enough to paste. */
const dot = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVQI12P4//8/AAX+Av7czFnnAAAAAElFTkSuQmCC";
const photos = ["Photo du vélo dans son ensemble", "Photo de la casse (angle 1)", "Photo de la casse (angle 2)"];

const claim = { kind: "claim", id: "data.id", status: "data.status" } as const;

/** The steps of the guide to a first claim; e2e/api/guides.test.ts runs them literally as a new partner. */
export const firstClaimSteps = {
  contract: {
    endpoint: createContract,
    body: {
      uid: "{renter}",
      contract_type: "LCD",
      end_date: "{now+7d}",
      options: ["break", "theft"],
      products: [
        {
          product_type: "bike",
          product_subtype: "electric",
          value_excl: 2400,
          brand: "Moustache",
          model: "Lundi 27",
          data: { product_marked: "BC-12345" },
        },
      ],
    },
    capture: { cid: "contract.cid", cpid: "contract.products.*", start: "contract.start_date" },
    makes: { kind: "contract", id: "contract.cid", status: "contract.status" },
  },
  create: {
    endpoint: createClaim,
    body: {
      userId: "{renter}",
      contractId: "{cid}",
      contractProductId: "{cpid}",
      type: "break",
      subtype: "partial_break",
      claimAt: "{start}",
      description: "Chute sur une plaque de verglas en descendant la rue : la roue avant est voilée et la fourche est tordue.",
      questions: {
        "Quels éléments du matériel sont cassés ?": "La roue avant et la fourche",
        "La casse est-elle due à un accident avec un tiers ?": false,
        "Avez-vous fait un constat avec le tiers ?": false,
        "La réparation est-elle effectuée en externe ?": false,
      },
      insured: { firstName: "Ada", lastName: "Martin", phoneNumber: "+33612345678", email: "ada@example.com" },
      location: { address: "14 montée de la Grande Côte", city: "Lyon", country: "FR", zipcode: "69001" },
    },
    capture: { claim: "data.id" },
    makes: claim,
  },
  upload: {
    endpoint: uploadDocuments,
    params: { id: "{claim}" },
    body: photos.map((type, index) => ({ type, title: type, filename: `photo-${index + 1}.png`, content: dot })),
    makes: { kind: "documents", id: "{claim}" },
  },
  submit: { endpoint: submitClaim, params: { id: "{claim}" }, makes: { ...claim, id: "data.claimId" } },
  read: { endpoint: getClaim, params: { id: "{claim}" }, makes: claim },
  cancel: {
    endpoint: cancelClaim,
    params: { id: "{claim}" },
    body: { reason: "Le vélo a été réparé par le loueur." },
    makes: claim,
  },
} as const satisfies GuideSteps;
