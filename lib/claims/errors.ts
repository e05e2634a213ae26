import type { ErrorEntry } from "#lib/error-entry.ts";

export const claimErrors = {
  CLAIM_VALIDATION_ERROR: { code: 1000, status: 400, meaning: "a field of the claim is missing or wrong", cure: "Correct the field that the message names." },
  QUESTIONS_INCOMPLETE: { code: 1001, status: 400, meaning: "answers to questions are missing or invalid", cure: "Answer every question that the message lists: texts with a text, yes-or-no questions with true or false." },
  FILE_TOO_LARGE: { code: 1002, status: 400, meaning: "the file is larger than 20 MB", cure: "Send a file of at most 20,971,520 bytes, for example a photo of lower resolution." },
  INVALID_MIME_TYPE: { code: 1003, status: 400, meaning: "the content of the file is of a type that is not accepted", cure: "Send a PDF, JPEG, PNG, WebP, HEIC or HEIF file. The type is detected from the content, not from the name." },
  INVALID_SUBTYPE_FOR_PRODUCT: { code: 1004, status: 400, meaning: "the subtype does not exist for this type of product", cure: "Send one of the subtypes that the message names." },
  INVALID_BASE64: { code: 1005, status: 400, meaning: "content is not base64", cure: "Send the file's bytes in base64, without a data: prefix and without line breaks." },
  UNSUPPORTED_CONTENT_TYPE: { code: 1006, status: 400, meaning: "the content type of the request is not supported", cure: "Send application/json; documents also as multipart/form-data." },
  INVALID_TYPE_FOR_SUBTYPE: { code: 1007, status: 400, meaning: "the type does not go with the subtype", cure: "Send theft with total_theft or partial_theft, and break with the other subtypes." },
  UNSUPPORTED_PRODUCT_TYPE: { code: 1008, status: 400, meaning: "claims on this type of product are not taken over the API", cure: "Declare the claim to support." },
  CLAIM_NOT_FOUND: { code: 2001, status: 404, meaning: "the claim does not exist", cure: "Check the identifier and that it belongs to the environment of this API key." },
  CLAIM_CONTRACT_NOT_FOUND: { code: 2002, status: 404, meaning: "the contract does not exist", cure: "Check contractId and that it belongs to the environment of this API key." },
  CLAIM_PRODUCT_NOT_FOUND: { code: 2003, status: 404, meaning: "the contract has no such product, or it was never insured", cure: "Send a key of the contract's products as contractProductId." },
  DOCUMENT_NOT_FOUND: { code: 2004, status: 404, meaning: "the document does not exist", cure: "Read the claim: its documentEntries name its documents." },
  CLAIM_NOT_EDITABLE: { code: 3001, status: 409, meaning: "the claim cannot be edited in its state", cure: "Read the claim: only a draft can be edited, and only a draft or a claim that waits for information takes documents." },
  CLAIM_NOT_SUBMITTABLE: { code: 3002, status: 409, meaning: "the claim is not a draft", cure: "Read the claim: only a draft can be submitted." },
  CLAIM_STATUS_LOCKED: { code: 3003, status: 409, meaning: "the state of the claim forbids this", cure: "Read the claim: one that is closed, rejected, abandoned or archived cannot be cancelled." },
  DOCUMENTS_INCOMPLETE: { code: 3004, status: 409, meaning: "mandatory documents are missing", cure: "Upload the documents that the message lists, then submit." },
  DOCUMENT_ALREADY_VALIDATED: { code: 3005, status: 409, meaning: "the document was accepted and cannot be replaced", cure: "Nothing is left to do for this document." },
  INVALID_DOCUMENT_TYPE: { code: 3006, status: 409, meaning: "the claim does not ask for a document of this type", cure: "Send one of the types in the claim's documentEntries." },
  ACTIVE_PAYMENT_BLOCKING: { code: 3007, status: 409, meaning: "a payment is under way, so the claim cannot be cancelled", cure: "Ask support to stop the payment first." },
} as const satisfies Record<string, ErrorEntry>;
