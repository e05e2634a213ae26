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

  /**
   * The claims of a renter, or of all, newest first.
   * @example for await (const claim of covergate.claims.list()) {
   *   console.log(claim);
   * }
   */
  list(query: Omit<QueryOf<"listClaims">, "offset"> = {}, options?: CallOptions): List<ClaimSummary> {
    const { skip: _skip, after: _after, limit: _limit, ...filters } = query;
    return listByNext(query, (page) =>
      this.#connection
        .send("listClaims", { query: { ...filters, ...page } }, options)
        .map(({ data, pagination: { next } }) => ({ items: data, next })),
    );
  }

  /** A claim by its `id`, or by its `claimId` once it has one. @example await covergate.claims.get("claim_01JD3W7Q8ZK5T9V0XR2M4N6P8A"); */
  get(id: string, options?: CallOptions): ApiPromise<ClaimResponse> {
    return this.#connection.send("getClaim", { path: { id } }, options).pick("data");
  }

  /**
   * The questions and documents of a claim, before it is created.
   * @example await covergate.claims.requirements({ subtype: "partial_break", product_type: "bike" });
   */
  requirements(
    query: { subtype: ClaimSubtype } & (
      | { contract_id: string; contract_product_id: string }
      | { product_type: ProductType; product_subtype?: ProductSubtype }
    ),
    options?: CallOptions,
  ): ApiPromise<ClaimRequirements> {
    return this.#connection.send("readClaimRequirements", { query }, options).pick("data");
  }

  /**
   * Creates a draft.
   * @example await covergate.claims.create({
   *   userId: "renter-lyon",
   *   contractId: "01JD3W7Q8ZH4C6E1Y9B3D5F7G2",
   *   contractProductId: "cpid_01JD3W7Q8ZH4C6E1Y9B3D5F7G2",
   *   type: "break",
   *   subtype: "partial_break",
   *   claimAt: "2027-01-01T00:00:00Z",
   *   description: "Chute sur une plaque de verglas en descendant la rue : la roue avant est voilée et la fourche est tordue.",
   *   questions: {
   *     "Quels éléments du matériel sont cassés ?": "La roue avant et la fourche",
   *     "La casse est-elle due à un accident avec un tiers ?": false,
   *     "Avez-vous fait un constat avec le tiers ?": false,
   *     "La réparation est-elle effectuée en externe ?": false,
   *   },
   *   insured: { firstName: "Ada", lastName: "Martin", phoneNumber: "+33612345678", email: "ada@example.com" },
   *   location: { address: "14 montée de la Grande Côte", city: "Lyon", country: "FR", zipcode: "69001" },
   * });
   */
  create(claim: CreateClaimRequest, options?: CallOptions): ApiPromise<ClaimResponse> {
    return this.#connection.send("createClaim", { body: claim }, options).pick("data");
  }

  /**
   * Changes the description or the location of a draft.
   * @example await covergate.claims.update("claim_01JD3W7Q8ZK5T9V0XR2M4N6P8A", { location: { address: "16 montée de la Grande Côte" } });
   */
  update(id: string, changes: UpdateClaimRequest, options?: CallOptions): ApiPromise<ClaimResponse> {
    return this.#connection.send("updateClaim", { path: { id }, body: changes }, options).pick("data");
  }

  /** @example await covergate.claims.submit("claim_01JD3W7Q8ZK5T9V0XR2M4N6P8A"); */
  submit(id: string, options?: CallOptions): ApiPromise<SubmittedClaim> {
    return this.#connection.send("submitClaim", { path: { id } }, options).pick("data");
  }

  /**
   * Archives a draft, and abandons a claim that was submitted.
   * @example await covergate.claims.cancel("claim_01JD3W7Q8ZK5T9V0XR2M4N6P8A");
   */
  cancel(id: string, cancelling: CancelClaimRequest = {}, options?: CallOptions): ApiPromise<CancelledClaim> {
    return this.#connection.send("cancelClaim", { path: { id }, body: cancelling }, options).pick("data");
  }
}

export class ClaimDocuments {
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /**
   * Uploads one document, or several, all or none. With `autoSubmit` the claim is submitted once every mandatory one is there.
   * @example await covergate.claims.documents.upload("claim_01JD3W7Q8ZK5T9V0XR2M4N6P8A", { type: "Facture de réparation", title: "Invoice of the workshop", file: "invoice.pdf" });
   */
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

  /**
   * A document with `downloadUrl`, which works without a key for an hour.
   * @example await covergate.claims.documents.get("claim_01JD3W7Q8ZK5T9V0XR2M4N6P8A", "doc_01JD3W7Q8ZK5T9V0XR2M4N6P8A");
   */
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

  /**
   * A new link; its `url` is answered this once.
   * @example await covergate.claims.links.create("claim_01JD3W7Q8ZK5T9V0XR2M4N6P8A", { language: "en", expires_in_hours: 72, return_url: "https://shop.example/claims" });
   */
  create(id: string, settings: CreateClaimLinkRequest = {}, options?: CallOptions): ApiPromise<MadeClaimLink> {
    return this.#connection.send("createClaimLink", { path: { id }, body: settings }, options).pick("data");
  }

  /**
   * The links of a claim, newest first, without their addresses.
   * @example await covergate.claims.links.list("claim_01JD3W7Q8ZK5T9V0XR2M4N6P8A");
   */
  list(id: string, options?: CallOptions): ApiPromise<ClaimLink[]> {
    return this.#connection.send("listClaimLinks", { path: { id } }, options).pick("data");
  }

  /** @example await covergate.claims.links.revoke("claim_01JD3W7Q8ZK5T9V0XR2M4N6P8A", "link_01JD3W7Q8ZK5T9V0XR2M4N6P8A"); */
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
