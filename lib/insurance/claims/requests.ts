import { z } from "zod";
import { productSubtype, productType } from "#lib/insurance/catalogue/schema.ts";
import { claim, claimSubtype, claimType } from "#lib/insurance/claims/schema.ts";
import { defaultLimit, pageAfter, pageLimit, pageStart, rejectTwoStarts } from "#lib/platform/lists/paging.ts";
import { hasAtMost, isBlank, visibleText } from "#lib/platform/text/characters.ts";
import { emailPattern, phonePattern } from "#lib/platform/text/contacts.ts";
import { parseInstant } from "#lib/platform/time/dates.ts";
import { identifierLimit, textLimit } from "#lib/platform/wire/limits.ts";

/** rules/claims.md#create-5 */
export const minDescriptionLength = 50;
/** The limit of descriptions and answers. */
const maxLongTextLength = 5000;
/** The partner's own answers included. */
const maxAnswers = 100;

const text = (description: string, example: string, longest = textLimit, read = (sent: string) => sent) =>
  z
    .string({ error: `must be a text of 1 to ${longest} characters` })
    .overwrite(read)
    .refine((sent) => !isBlank(sent) && hasAtMost(longest, sent), `must be a text of 1 to ${longest} characters`)
    .meta({ description, examples: [example], minLength: 1, maxLength: longest });

const description = z
  .string({ error: `must be a text of at least ${minDescriptionLength} characters` })
  .refine((sent) => !isBlank(sent) && !hasAtMost(minDescriptionLength - 1, sent), `must have at least ${minDescriptionLength} characters`)
  .refine((sent) => hasAtMost(maxLongTextLength, sent), `must have at most ${maxLongTextLength} characters`)
  .meta({
    description: "What happened, in words.",
    examples: ["Chute sur une plaque de verglas en descendant la rue : la roue avant est voilée et la fourche est tordue."],
    minLength: minDescriptionLength,
    maxLength: maxLongTextLength,
  });

const place = {
  address: text("Street and number, or a description of the place.", "14 montée de la Grande Côte"),
  city: text("The city.", "Lyon"),
  country: text("The country, as its two-letter code.", "FR", textLimit, (sent) => visibleText(sent).toUpperCase()).regex(
    /^[A-Za-z]{2}$/,
    "must be a country code of two letters, such as FR",
  ),
  zipcode: text("The zipcode.", "69001"),
};

// Plain values are published as one schema of three types; a named union would become a model in generated clients.
const answer = z
  .union([z.boolean(), z.string(), z.null()], { error: `must be true, false or a text of at most ${maxLongTextLength} characters` })
  .refine((sent) => typeof sent !== "string" || hasAtMost(maxLongTextLength, sent), `must have at most ${maxLongTextLength} characters`)
  .meta({
    description: "A text or, for a yes-or-no question, `true` or `false`, also accepted as texts. Null means no answer.",
    maxLength: maxLongTextLength,
  });

/** A name, address or number, which loses the signs that nobody sees. */
const contact = (meaning: string, example: string) => text(meaning, example, textLimit, visibleText);

/** A field that may be left out, and counts as left out where it is blank. */
const orBlank = <Schema extends z.ZodType<string>>(schema: Schema) =>
  z.preprocess((sent) => (typeof sent === "string" && isBlank(sent) ? undefined : sent), schema.nullish()).optional();

/** The body of `POST /claims` (rules/claims.md#create-1); `rules/creation.ts` decides on its meaning. */
export const createClaimBody = z
  .strictObject(
    {
      userId: text("The renter, one that is attached to this API key.", "renter-lyon", identifierLimit),
      contractId: text("The `cid` of the renter's contract.", "01JD3W7Q8ZK5T9V0XR2M4N6P8A", identifierLimit),
      contractProductId: text("The key of the contract's product.", "cpid_01JD3W7Q8ZK5T9V0XR2M4N6P8A", identifierLimit),
      type: claimType,
      // The rule that knows the product refuses an unknown subtype with a code of its own.
      subtype: text(claimSubtype.description ?? "", "partial_break").meta({
        override({ jsonSchema }) {
          delete jsonSchema.type;
          delete jsonSchema.minLength;
          delete jsonSchema.maxLength;
          delete jsonSchema.examples;
          jsonSchema.$ref = "#/components/schemas/ClaimSubtype";
        },
      }),
      claimAt: z
        .string({ error: "must be an ISO 8601 instant with an offset" })
        .refine((sent) => parseInstant(sent) !== undefined, "must be an ISO 8601 instant with an offset")
        .meta({
          format: "date-time",
          description: "When it happened: not in the future, and while the product was covered.",
          examples: ["2027-02-14T17:30:00Z"],
        }),
      description,
      questions: z
        .record(
          z.string().refine((question) => hasAtMost(textLimit, question), `must be a text of at most ${textLimit} characters`),
          answer,
          { error: "must be an object of questions with their answers" },
        )
        .refine((sent) => Object.keys(sent).length <= maxAnswers, `must have at most ${maxAnswers} answers`)
        .meta({
          examples: [{ "La casse est-elle due à un accident avec un tiers ?": false }],
          description:
            "The answers to the questions of the subtype for the type of product, keyed by the exact wording of each question; you may add questions of your own, which are kept.",
          maxProperties: maxAnswers,
        }),
      insured: z
        .strictObject(
          {
            firstName: contact("First name.", "Ada"),
            lastName: contact("Last name.", "Martin"),
            phoneNumber: contact("Phone number.", "+33612345678").regex(phonePattern, "must be a phone number"),
            email: orBlank(contact("E-mail address; may be left out.", "ada@example.com").regex(emailPattern, "must be an e-mail address")),
            company: orBlank(contact("Company; may be left out.", "Vélos de la Seine")),
          },
          { error: "must be an object with firstName, lastName and phoneNumber" },
        )
        .meta({ id: "ClaimInsuredInput", description: "The person it happened to." }),
      location: z
        .strictObject(place, { error: "must be an object with address, city, country and zipcode" })
        .meta({ id: "ClaimLocationInput", description: "Where it happened." }),
    },
    { error: "must be a JSON object" },
  )
  .meta({ id: "CreateClaimRequest", description: "A claim to create, as a draft." });
export type CreateClaimBody = z.output<typeof createClaimBody>;

const changeable = ["description", "location"];
/** Fields that a partner cannot change after the creation. */
const fixed = [...new Set([...Object.keys(claim.shape), ...Object.keys(createClaimBody.shape)])].filter(
  (field) => !changeable.includes(field),
);

export const updateClaimBody = z
  .looseObject(
    {
      description: description.optional(),
      location: z
        .strictObject(place, { error: "must be an object with some of address, city, country and zipcode" })
        .partial()
        .meta({ id: "ClaimLocationUpdate", description: "Where it happened; fields left out stay unchanged." })
        .optional(),
    },
    { error: "must be a JSON object" },
  )
  .superRefine((sent, { addIssue }) => {
    const field = fixed.find((name) => name in sent);
    const other = Object.keys(sent).find((name) => !changeable.includes(name));
    if (field !== undefined) {
      addIssue({ code: "custom", path: [field], message: "cannot be changed: only description and location can" });
    } else if (other !== undefined) {
      addIssue({ code: "custom", path: [other], message: "is not a field of a claim: only description and location can change" });
    } else if (sent.description === undefined && sent.location === undefined) {
      addIssue({ code: "custom", message: "must have description, location or both" });
    }
  })
  .meta({
    id: "UpdateClaimRequest",
    description: "The fields of a draft to change, at least one; fields left out stay unchanged.",
    minProperties: 1,
    // It is loose for its own messages alone: they say which fields can change.
    override({ jsonSchema }) {
      delete jsonSchema.additionalProperties;
      jsonSchema.unevaluatedProperties = false;
    },
  });

export const cancelClaimBody = z
  .strictObject(
    {
      reason: z
        .string({ error: `must be a text of at most ${textLimit} characters` })
        .refine((sent) => hasAtMost(textLimit, sent), `must be a text of at most ${textLimit} characters`)
        .nullish()
        .meta({ description: "Why the claim is cancelled.", examples: ["Le vélo a été retrouvé."], maxLength: textLimit }),
    },
    { error: "must be a JSON object" },
  )
  .meta({ id: "CancelClaimRequest", description: "Why the claim is cancelled; may be left out." });

const statusFilters = ["draft", "submitted", "cancelled"] as const;
export type StatusFilter = (typeof statusFilters)[number];

/** The query of `GET /claims`; `skip` is an alias of `offset` (rules/errors.md#requests-3). */
export const listClaimsQuery = z
  .object({
    userId: text("A renter attached to this API key; the claims of all renters when left out.", "renter-lyon", identifierLimit).optional(),
    status: z
      .enum(statusFilters, { error: `must be one of ${statusFilters.join(", ")}` })
      .meta({
        id: "ClaimStatusFilter",
        description: "`draft`: drafts. `submitted`: every claim that was submitted, whatever became of it. `cancelled`: archived drafts.",
        examples: ["draft"],
      })
      .optional()
      .meta({ description: "Which claims to list; all when left out." }),
    after: pageAfter("claim_", "`id` of a claim").optional(),
    offset: pageStart.optional(),
    skip: pageStart.optional().meta({ description: "Another name for `offset`, which wins when both are sent." }),
    limit: pageLimit.default(defaultLimit),
  })
  .check(rejectTwoStarts);

/** The query of `GET /claims/requirements`. */
export const claimRequirementsQuery = z.object({
  subtype: text("What happened in detail, such as `partial_break`.", "partial_break", identifierLimit),
  contract_id: text(
    "The `cid` of the contract. Goes with `contract_product_id`. A claim has it as `contractId`.",
    "01JD3W7Q8ZH4C6E1Y9B3D5F7G2",
    identifierLimit,
  ).optional(),
  contract_product_id: text(
    "The key of the contract's product. A claim has it as `contractProductId`.",
    "cpid_01JD3W7Q8ZH4C6E1Y9B3D5F7G2",
    identifierLimit,
  ).optional(),
  product_type: productType.optional().meta({ description: "The product type, if there is no contract yet." }),
  product_subtype: productSubtype.optional().meta({ description: "The subtype of the product; it changes nothing today." }),
});

export const claimParams = z.object({ id: z.string().max(64) });

export const claimDocumentParams = claimParams.extend({ documentId: z.string().max(64) });
