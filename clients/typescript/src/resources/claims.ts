import type { CallOptions, Connection, QueryOf } from "../connection.ts";
import { openFile, UploadForm } from "../file.ts";
import type { FileInput } from "../file.ts";
import type {
  CancelClaimRequest,
  CancelledClaim,
  ClaimDocument,
  ClaimDocumentWithUrl,
  ClaimLink,
  ClaimRequirements,
  ClaimResponse,
  ClaimSubtype,
  ClaimSummary,
  CreateClaimLinkRequest,
  CreateClaimRequest,
  MadeClaimLink,
  ProductSubtype,
  ProductType,
  SubmittedClaim,
  UpdateClaimRequest,
} from "../generated/schema.ts";
import { listByNext } from "../list.ts";
import type { List } from "../list.ts";
import type { ApiPromise } from "../response.ts";

/** A document to upload. */
export interface NewDocument {
  /** One of the claim's `documentEntries`. */
  type: string;
  title: string;
  file: FileInput;
  /** The file's own name by default if it has one, else the title. */
  filename?: string;
  comment?: string;
}

/** The result of an upload; `claimId` is set if it submitted the claim. */
export interface Upload {
  documents: ClaimDocument[];
  autoSubmitted: boolean;
  claimId: string | undefined;
}

export class Claims {
  readonly #connection: Connection;
  readonly documents: ClaimDocuments;
  readonly links: ClaimLinks;

  constructor(connection: Connection) {
    this.#connection = connection;
    this.documents = new ClaimDocuments(connection);
    this.links = new ClaimLinks(connection);
  }

  /** The claims of a renter, or of all, newest first. */
  list(query: Omit<QueryOf<"listClaims">, "offset"> = {}, options?: CallOptions): List<ClaimSummary> {
    const { skip: _skip, after: _after, limit: _limit, ...filters } = query;
    return listByNext(query, (page) =>
      this.#connection
        .send("listClaims", { query: { ...filters, ...page } }, options)
        .map(({ data, pagination: { next } }) => ({ items: data, next })),
    );
  }

  /** A claim by its `id`, or by its `claimId` once it has one. */
  get(id: string, options?: CallOptions): ApiPromise<ClaimResponse> {
    return this.#connection.send("getClaim", { path: { id } }, options).pick("data");
  }

  /** The questions and documents of a claim, before it is created. */
  requirements(
    query: { subtype: ClaimSubtype } & (
      | { contract_id: string; contract_product_id: string }
      | { product_type: ProductType; product_subtype?: ProductSubtype }
    ),
    options?: CallOptions,
  ): ApiPromise<ClaimRequirements> {
    return this.#connection.send("readClaimRequirements", { query }, options).pick("data");
  }

  /** Creates a draft. */
  create(claim: CreateClaimRequest, options?: CallOptions): ApiPromise<ClaimResponse> {
    return this.#connection.send("createClaim", { body: claim }, options).pick("data");
  }

  /** Changes the description or the location of a draft. */
  update(id: string, changes: UpdateClaimRequest, options?: CallOptions): ApiPromise<ClaimResponse> {
    return this.#connection.send("updateClaim", { path: { id }, body: changes }, options).pick("data");
  }

  submit(id: string, options?: CallOptions): ApiPromise<SubmittedClaim> {
    return this.#connection.send("submitClaim", { path: { id } }, options).pick("data");
  }

  /** Archives a draft, and abandons a claim that was submitted. */
  cancel(id: string, cancelling: CancelClaimRequest = {}, options?: CallOptions): ApiPromise<CancelledClaim> {
    return this.#connection.send("cancelClaim", { path: { id }, body: cancelling }, options).pick("data");
  }
}

export class ClaimDocuments {
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /** Uploads one document, or several, all or none. With `autoSubmit` the claim is submitted once every mandatory one is there. */
  upload(
    id: string,
    documents: NewDocument | readonly NewDocument[],
    { autoSubmit, ...options }: CallOptions & { autoSubmit?: boolean } = {},
  ): ApiPromise<Upload> {
    const query = autoSubmit === undefined ? {} : { autoSubmit };
    const request = { path: { id }, query, form: () => formOf([documents].flat()) };
    return this.#connection
      .send("uploadDocuments", request, options)
      .map(({ data, autoSubmitted = false, claimId }) => ({ documents: data, autoSubmitted, claimId }));
  }

  /** A document with `downloadUrl`, which works without a key for an hour. */
  get(claimId: string, documentId: string, options?: CallOptions): ApiPromise<ClaimDocumentWithUrl> {
    return this.#connection.send("getDocument", { path: { claimId, documentId } }, options).pick("data");
  }
}

/** Links by which the insured sends the documents of a claim. */
export class ClaimLinks {
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /** A new link; its `url` is answered this once. */
  create(id: string, settings: CreateClaimLinkRequest = {}, options?: CallOptions): ApiPromise<MadeClaimLink> {
    return this.#connection.send("createClaimLink", { path: { id }, body: settings }, options).pick("data");
  }

  /** The links of a claim, newest first, without their addresses. */
  list(id: string, options?: CallOptions): ApiPromise<ClaimLink[]> {
    return this.#connection.send("listClaimLinks", { path: { id } }, options).pick("data");
  }

  revoke(id: string, linkId: string, options?: CallOptions): ApiPromise<ClaimLink> {
    return this.#connection.send("revokeClaimLink", { path: { id, linkId } }, options).pick("data");
  }
}

/** The form has the descriptions of the documents before their files, in the same order. */
async function formOf(documents: readonly NewDocument[]): Promise<UploadForm> {
  const meta = documents.map(({ type, title, comment }) => ({ type, title, ...(comment !== undefined && { comment }) }));
  const files = documents.map(async ({ title, file, filename }) => {
    const opened = await openFile(file);
    return { ...opened, filename: filename ?? opened.filename ?? title };
  });
  return new UploadForm({ meta: JSON.stringify(meta.length === 1 ? meta[0] : meta) }, await Promise.all(files));
}
