import { z } from "zod";
import { documentForm, documentsBody, upload } from "#lib/insurance/claims/requests-documents.ts";
import { documentMimeTypes, documentsLimit, fileLimit, uploadLimit } from "#lib/insurance/claims/rules/upload-limits.ts";
import { claimId, documentWithUrl, uploadedDocument } from "#lib/insurance/claims/schema.ts";
import { endpoint } from "#lib/platform/wire/endpoint.ts";
import { queryBoolean } from "#lib/platform/wire/wire.ts";

const side = "claim";
const tag = "Claims";
const exampleClaim = "claim_01JD3W7Q8ZK5T9V0XR2M4N6P8A";
const exampleDocument = "doc_01JD3W7Q8ZK5T9V0XR2M4N6P8A";
const claimIdentifier = z.string().meta({ description: "The claim's `id` or its `claimId`.", examples: [exampleClaim] });

const ofClaim = z.object({ id: z.string().meta({ description: "The claim's `id`.", examples: [exampleClaim] }) });
const query = z.object({
  autoSubmit: queryBoolean
    .default(false)
    .meta({ description: "True submits the draft as soon as every mandatory document is uploaded, by this or an earlier request." }),
});
const files = `Files may be ${documentMimeTypes.join(", ")}, detected from the content, up to ${fileLimit} bytes each`;
const effects =
  "A document replaces an earlier one of its type, unless that one was accepted. Drafts accept documents, and so do claims waiting for information, which continue once everything requested is uploaded.";
const success = {
  status: 200,
  description: "The documents, with the claim number if the upload submitted the claim.",
  spread: true,
  schemaName: "UploadDocumentsResponse",
  data: z.object({
    data: z.array(uploadedDocument).meta({ description: "The documents, in the order in which they were sent." }),
    autoSubmitted: z.literal(true).optional().meta({ description: "True where the upload submitted the claim; left out otherwise." }),
    claimId: claimId.optional().meta({ description: "The insurer's identifier of the claim that was submitted; left out otherwise." }),
  }),
} as const;
const errors = [
  "CLAIM_NOT_FOUND",
  "CLAIM_NOT_EDITABLE",
  "UNSUPPORTED_CONTENT_TYPE",
  "CLAIM_VALIDATION_ERROR",
  "INVALID_BASE64",
  "FILE_TOO_LARGE",
  "INVALID_MIME_TYPE",
  "INVALID_DOCUMENT_TYPE",
  "DOCUMENT_ALREADY_VALIDATED",
] as const;
const subject = ({ id }: { id: string }): string => id;

export const uploadDocuments = endpoint({
  id: "uploadDocuments",
  method: "PUT",
  path: "/claims/{id}/documents",
  side,
  tag,
  right: "claims:write",
  summary: "Upload documents",
  description: `Uploads a list of documents as JSON, with their content in base64; a single one needs no list. All are accepted or none. ${effects} ${files}; one request may carry ${documentsLimit} documents and ${uploadLimit / 1_048_576} MiB. The body may also be a form, which is faster for large files: one document as described for \`POST\`, or the list as JSON in \`meta\`, without \`filename\` and \`content\`, and one part \`file\` for each document in the same order.`,
  params: ofClaim,
  query,
  body: { schema: upload, streamed: documentsBody },
  success,
  errors,
  subject,
  examples: [
    {
      name: "A photo",
      params: { id: exampleClaim },
      body: [
        {
          type: "Photo du vélo dans son ensemble",
          title: "The bike from the left",
          filename: "bike.png",
          content: "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVQI12P4//8/AAX+Av7czFnnAAAAAElFTkSuQmCC",
        },
      ],
    },
  ],
});

export const uploadDocument = endpoint({
  id: "uploadDocument",
  method: "POST",
  path: "/claims/{id}/documents",
  side,
  tag,
  right: "claims:write",
  summary: "Upload a file",
  description: `Uploads one document as a form, with its file as it is. ${effects} ${files}.`,
  params: ofClaim,
  query,
  body: { schema: upload, streamed: documentForm },
  success,
  errors,
  subject,
  examples: [
    {
      name: "An invoice",
      params: { id: exampleClaim },
      form: { type: "Facture de réparation", title: "Invoice of the workshop", file: "invoice.pdf" },
    },
  ],
});

export const getDocument = endpoint({
  id: "getDocument",
  method: "GET",
  path: "/claims/{claimId}/documents/{documentId}",
  side,
  tag,
  right: "claims:read",
  summary: "Read a document",
  description: "The newest document of its type, with a link to its content that works for one hour without a key.",
  params: z.object({
    claimId: claimIdentifier,
    documentId: z.string().meta({ description: "The document.", examples: [exampleDocument] }),
  }),
  success: { status: 200, description: "The document.", data: documentWithUrl },
  errors: ["CLAIM_NOT_FOUND", "DOCUMENT_NOT_FOUND"],
  subject: (params) => params.claimId,
  examples: [{ name: "A document of a claim", params: { claimId: exampleClaim, documentId: exampleDocument } }],
});
