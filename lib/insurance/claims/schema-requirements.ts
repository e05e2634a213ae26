import { z } from "zod";
import { claimSubtype, claimType, documentCategory } from "#lib/insurance/claims/schema.ts";

const label = z
  .object({
    en: z.string().meta({ description: "In English.", examples: ["Police report"] }),
    fr: z.string().meta({ description: "In French.", examples: ["Dépôt de plainte"] }),
  })
  .meta({ id: "Label", description: "The words for people." });

const requiredQuestion = z
  .object({
    key: z
      .string()
      .meta({ description: "The key of the answer in `questions`.", examples: ["La casse est-elle due à un accident avec un tiers ?"] }),
    kind: z.enum(["boolean", "text"]).meta({ id: "QuestionKind", description: "What the answer is.", examples: ["boolean"] }),
    required: z.boolean().meta({ description: "True where a claim without the answer is refused.", examples: [true] }),
    label,
  })
  .meta({ id: "RequiredQuestion", description: "A question of a claim." });

const requiredDocument = z
  .object({
    type: z.string().meta({ description: "The type of the upload.", examples: ["Dépôt de plainte"] }),
    category: documentCategory,
    label,
    accepts: z.array(z.string()).meta({ description: "The media types that are accepted.", examples: [["application/pdf", "image/jpeg"]] }),
    when: z
      .array(
        z
          .object({
            key: z.string().meta({ description: "The key of a question.", examples: ["Avez-vous récupéré le dépôt de plainte final ?"] }),
            is: z.boolean().meta({ description: "The answer.", examples: [true] }),
          })
          .meta({ id: "DocumentCondition", description: "An answer on which a document depends." }),
      )
      .meta({
        description:
          "The answers that ask for the document, all of them; empty if it is always asked for. With other answers, it is not needed, whatever its category.",
      }),
  })
  .meta({ id: "RequiredDocument", description: "A document of a claim. Of several lines for one type, the first that applies counts." });

export const claimRequirements = z
  .object({
    type: claimType,
    subtype: claimSubtype,
    questions: z.array(requiredQuestion).meta({ description: "The questions of the subtype." }),
    documents: z.array(requiredDocument).meta({ description: "The documents of the subtype, with the answers on which each depends." }),
  })
  .meta({ id: "ClaimRequirements", description: "The questions and documents of a claim." });

export type WireClaimRequirements = z.infer<typeof claimRequirements>;
