import { z } from "zod";
import { wireInstant, wireInstantOrNull } from "#lib/platform/wire/wire.ts";

const linkId = z.string().meta({ description: "The link.", examples: ["link_01JD3W7Q8ZK5T9V0XR2M4N6P8A"] });
const expiresAt = wireInstant.meta({ description: "When the link stops working." });
const past = (description: string) => wireInstantOrNull.meta({ description: `${description}; null until then.` });

/** A new link (rules/claim-links.md#make-1). */
export const madeClaimLink = z
  .object({
    id: linkId,
    url: z.string().meta({
      format: "uri",
      description: "The address to send to the insured. It is answered this once, and opens the page for whoever has it.",
      examples: ["https://api.covergate.example/claim/sV1x0Zt8Kq3mYc7Wb2Rn5PdLf9E"],
    }),
    expiresAt,
  })
  .meta({ id: "MadeClaimLink", description: "A new link with its address." });
export type MadeClaimLink = z.infer<typeof madeClaimLink>;

const states = {
  id: linkId,
  createdAt: wireInstant.meta({ description: "When it was made." }),
  expiresAt,
  openedAt: past("When it was first opened"),
  lastSeenAt: past("When it was last used"),
  completedAt: past("When everything that was asked for was there, the last time"),
  revokedAt: past("When it was revoked"),
};

export const claimLink = z.object(states).meta({ id: "ClaimLink", description: "A link of a claim, without its address." });
export type WireClaimLink = z.infer<typeof claimLink>;

export const contractClaimLink = z
  .object({
    ...states,
    draftId: z
      .string()
      .nullable()
      .meta({ description: "The claim that the insured declared by it; null until then.", examples: ["claim_01JD3W7Q8ZK5T9V0XR2M4N6P8A"] }),
  })
  .meta({ id: "ContractClaimLink", description: "A link of a contract, without its address." });
export type WireContractClaimLink = z.infer<typeof contractClaimLink>;
