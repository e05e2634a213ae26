import { z } from "zod";
import { identifierLimit, notBlank } from "#lib/platform/wire/limits.ts";
import { textUpTo, wireInstant, wireInstantOrNull } from "#lib/platform/wire/wire.ts";

/** rules/claim-links.md#make-2, #make-3 */
const maxHours = 720;

export const defaultHours = 168;

const urlLimit = 2000;

const languages = ["en", "fr"] as const;

const settings = {
  language: z
    .enum(languages, { error: `must be one of ${languages.join(", ")}` })
    .meta({ id: "ClaimLinkLanguage", description: "The language of the page: French or English.", examples: ["fr"] })
    .optional()
    .meta({ description: "The language in which the page opens, French by default; the insured can switch." }),
  expires_in_hours: z
    .int({ error: `must be a whole number from 1 to ${maxHours}` })
    .min(1, `must be a whole number from 1 to ${maxHours}`)
    .max(maxHours, `must be a whole number from 1 to ${maxHours}`)
    .optional()
    .meta({ description: `How long the link works; ${defaultHours} hours by default.`, examples: [72] }),
  return_url: textUpTo(urlLimit)
    .refine(isHttps, "must be an address that begins with https://")
    .nullish()
    .meta({
      format: "uri",
      description: "Where the page leads back to once everything is there; may be left out.",
      examples: ["https://shop.example/claims"],
    }),
};

export const claimLinkBody = z.strictObject(settings, { error: "must be a JSON object" }).meta({
  id: "CreateClaimLinkRequest",
  description: "How the link is to be; everything may be left out.",
});

export type ClaimLinkBody = z.output<typeof claimLinkBody>;

export const contractClaimLinkBody = z
  .strictObject(
    {
      ...settings,
      contract_product_id: textUpTo(identifierLimit)
        .regex(notBlank, "must be the key of one of the contract's products")
        .nullish()
        .meta({
          description: "The only product of the contract that can be declared; the insured chooses where it is left out.",
          examples: ["cpid_01JD3W7Q8ZH4C6E1Y9B3D5F7G2"],
        }),
    },
    { error: "must be a JSON object" },
  )
  .meta({ id: "CreateContractClaimLinkRequest", description: "How the link is to be; everything may be left out." });

export type ContractClaimLinkBody = z.output<typeof contractClaimLinkBody>;

export const claimLinkParams = z.object({ id: z.string().max(64), linkId: z.string().max(64) });

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

function isHttps(text: string): boolean {
  return URL.canParse(text) && new URL(text).protocol === "https:";
}
