import type { CallOptions, Connection } from "../connection.ts";
import { readFileInput } from "../file.ts";
import type { FileInput } from "../file.ts";
import type {
  CancelClaimRequest,
  CancelledClaim,
  ClaimDocument,
  ClaimDocumentWithUrl,
  ClaimLink,
  ClaimRequirements,
  ClaimResponse,
  ClaimStatusFilter,
  ClaimSubtype,
  ClaimSummary,
  CreateClaimLinkRequest,
  CreateClaimRequest,
  MadeClaimLink,
  ProductType,
  SubmittedClaim,
  UpdateClaimRequest,
} from "../generated/schema.ts";
import { listBySkipping } from "../list.ts";
import type { List } from "../list.ts";

/** A document to upload. */
export interface NewDocument {
  /** One of the claim's `documentEntries`. */
  type: string;
  title: string;
  file: FileInput;
  /** By default the name of the file where it has one, else the title. */
  filename?: string;
  comment?: string;
}

/** What an upload did; `claimId` where it submitted the claim. */
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
  list(
    query: { userId?: string; status?: ClaimStatusFilter; skip?: number; limit?: number } = {},
    options?: CallOptions,
  ): List<ClaimSummary> {
    const { skip: _skip, limit: _limit, ...filters } = query;
    const load = async ({ skip, limit }: { skip: number; limit: number }) =>
      (await this.#connection.send("listClaims", { query: { ...filters, offset: skip, limit } }, options)).data;
    return listBySkipping(query, load, ({ id }) => id);
  }

  /** A claim by its `id`, or by its `claimId` once it has one. */
  async get(id: string, options?: CallOptions): Promise<ClaimResponse> {
    return (await this.#connection.send("getClaim", { path: { id } }, options)).data;
  }

  /** The questions and documents of a claim, before it is created. */
  async requirements(
    query: { subtype: ClaimSubtype } & ({ contract_id: string; contract_product_id: string } | { product_type: ProductType }),
    options?: CallOptions,
  ): Promise<ClaimRequirements> {
    return (await this.#connection.send("readClaimRequirements", { query }, options)).data;
  }

  /** Creates a draft. */
  async create(claim: CreateClaimRequest, options?: CallOptions): Promise<ClaimResponse> {
    return (await this.#connection.send("createClaim", { body: claim }, options)).data;
  }

  /** Changes the description or the location of a draft. */
  async update(id: string, changes: UpdateClaimRequest, options?: CallOptions): Promise<ClaimResponse> {
    return (await this.#connection.send("updateClaim", { path: { id }, body: changes }, options)).data;
  }

  async submit(id: string, options?: CallOptions): Promise<SubmittedClaim> {
    return (await this.#connection.send("submitClaim", { path: { id } }, options)).data;
  }

  /** Archives a draft, and abandons a claim that was submitted. */
  async cancel(id: string, cancelling: CancelClaimRequest = {}, options?: CallOptions): Promise<CancelledClaim> {
    return (await this.#connection.send("cancelClaim", { path: { id }, body: cancelling }, options)).data;
  }
}

export class ClaimDocuments {
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /** Uploads one document, or several, all or none. With `autoSubmit` the claim is submitted once every mandatory one is there. */
  async upload(
    id: string,
    documents: NewDocument | readonly NewDocument[],
    { autoSubmit, ...options }: CallOptions & { autoSubmit?: boolean } = {},
  ): Promise<Upload> {
    const body = await Promise.all([documents].flat().map(read));
    const query = autoSubmit === undefined ? {} : { autoSubmit };
    const answer = await this.#connection.send("uploadDocuments", { path: { id }, query, body }, options);
    return { documents: answer.data, autoSubmitted: answer.autoSubmitted ?? false, claimId: answer.claimId };
  }

  /** A document with `downloadUrl`, which works without a key for an hour. */
  async get(claimId: string, documentId: string, options?: CallOptions): Promise<ClaimDocumentWithUrl> {
    return (await this.#connection.send("getDocument", { path: { claimId, documentId } }, options)).data;
  }
}

/** Links by which the insured sends the documents of a claim. */
export class ClaimLinks {
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /** A new link; its `url` is answered this once. */
  async create(id: string, settings: CreateClaimLinkRequest = {}, options?: CallOptions): Promise<MadeClaimLink> {
    return (await this.#connection.send("createClaimLink", { path: { id }, body: settings }, options)).data;
  }

  /** The links of a claim, newest first, without their addresses. */
  async list(id: string, options?: CallOptions): Promise<ClaimLink[]> {
    return (await this.#connection.send("listClaimLinks", { path: { id } }, options)).data;
  }

  async revoke(id: string, linkId: string, options?: CallOptions): Promise<ClaimLink> {
    return (await this.#connection.send("revokeClaimLink", { path: { id, linkId } }, options)).data;
  }
}

async function read({ type, title, file, filename, comment }: NewDocument) {
  const { base64, filename: ownName } = await readFileInput(file);
  return { type, title, filename: filename ?? ownName ?? title, content: base64, ...(comment !== undefined && { comment }) };
}
