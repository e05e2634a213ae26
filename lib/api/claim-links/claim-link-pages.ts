import { openLogo } from "#lib/account/brands/logo.ts";
import { errorIn, serveClaimLink } from "#lib/api/claim-links/claim-link.ts";
import type { LinkRequest, Reply } from "#lib/api/claim-links/claim-link.ts";
import { IdempotentCall } from "#lib/api/idempotency.ts";
import { assertStorable, parseJson, readText } from "#lib/api/parse.ts";
import { readUpload } from "#lib/api/uploads/upload.ts";
import type { ReadUpload } from "#lib/api/uploads/upload.ts";
import { readIdempotencyKey } from "#lib/developer/idempotency/rules/key.ts";
import { countFile, takesFiles } from "#lib/insurance/claim-links/create.ts";
import { declare, findDeclarable, readChoice } from "#lib/insurance/claim-links/declare.ts";
import { choicePage, declarationPage } from "#lib/insurance/claim-links/page/declaration-page.ts";
import { documentsPage } from "#lib/insurance/claim-links/page/documents-page.ts";
import { addressOf } from "#lib/insurance/claim-links/page/frame.ts";
import type { PageLink } from "#lib/insurance/claim-links/page/frame.ts";
import { progressOf, stepAfter } from "#lib/insurance/claim-links/rules/outcome.ts";
import { contextOf, LinkEnded, WriteByLink } from "#lib/insurance/claim-links/write.ts";
import { submit } from "#lib/insurance/claims/change.ts";
import type { Claim } from "#lib/insurance/claims/claim.ts";
import { uploadDocument } from "#lib/insurance/claims/endpoints-documents.ts";
import { findClaim } from "#lib/insurance/claims/find.ts";
import { uploadDocuments } from "#lib/insurance/claims/upload.ts";
import { listCities } from "#lib/insurance/geo/suggest.ts";
import { ApiError } from "#lib/platform/errors/catalogue.ts";
import { newId } from "#lib/platform/ids.ts";

/** The page of a link: the documents of its claim, or the declaration that comes before. */
export const showLink = serveClaimLink("GET", async ({ link: shown, query }) => {
  const { link, texts } = shown;
  if (link.claimId === null) return showDeclaration(shown, query);
  const claim = await claimOf(shown);
  const step = query.get("step");
  const progress = progressOf(claim, step === null ? undefined : Number(step));
  return { title: texts.title, content: documentsPage(shown, claim, progress, errorIn(shown, query)) };
});

async function claimOf({ link }: PageLink): Promise<Claim> {
  const claim = link.claimId === null ? undefined : await findClaim({ id: link.claimId, world: { id: link.worldId } });
  if (claim === undefined) throw new LinkEnded();
  return claim;
}

async function showDeclaration(shown: PageLink, query: URLSearchParams): Promise<Reply> {
  const products = await findDeclarable(shown.link);
  // The contract was cancelled since.
  if (products.length === 0) throw new LinkEnded();
  const [only, ...more] = products;
  const cpid = query.get("product") ?? (more.length === 0 ? only?.cpid : undefined) ?? "";
  const title = shown.texts.declare;
  const choice = readChoice(products, cpid, query.get("subtype") ?? "");
  if (choice !== undefined) return { title, content: declarationPage(shown, choice, { error: errorIn(shown, query) }) };
  return {
    title,
    content: choicePage(
      shown,
      products,
      products.find((product) => product.cpid === cpid),
    ),
  };
}

/** A declaration has fewer fields and shorter texts. */
const formLimit = { bytes: 65_536, fields: 100 };

async function readForm(request: Request): Promise<Map<string, string>> {
  const text = await readText(request, formLimit.bytes);
  if (text.split("&", formLimit.fields + 1).length > formLimit.fields) {
    throw new ApiError("MALFORMED_REQUEST", `the form has more than ${formLimit.fields} fields`);
  }
  const form = new Map(new URLSearchParams(text));
  assertStorable(Object.fromEntries(form));
  return form;
}

/** Makes the draft of a link of a contract. */
export const declareByLink = serveClaimLink("POST", async ({ link: shown, request, query }) => {
  const { link, texts } = shown;
  const choice = readChoice(await findDeclarable(link), query.get("product") ?? "", query.get("subtype") ?? "");
  if (link.claimId !== null || choice === undefined) return { next: addressOf(shown) };
  const form = await readForm(request);
  try {
    const errors = await declare(link, choice, form);
    if (errors === undefined) return { next: addressOf(shown) };
    return { title: texts.declare, content: declarationPage(shown, choice, { form, errors }), status: 422 };
  } catch (error) {
    // Nothing in the form is wrong, so what was written stays.
    if (!(error instanceof ApiError) || error.entry.status >= 500) throw error;
    return { title: texts.declare, content: declarationPage(shown, choice, { form, error: texts.errors.other }), status: 422 };
  }
});

/** Submits a draft that is complete already. */
export const submitByLink = serveClaimLink("POST", async ({ link: shown }) => {
  const { link } = shown;
  if (link.claimId === null) return { next: addressOf(shown) };
  await submit(contextOf(link, new WriteByLink(link)), link.claimId);
  return { next: addressOf(shown) };
});

/** Serves the logo of the page, and nothing else of its owner; without a logo the page. */
export const logoOfLink = serveClaimLink("GET", async ({ link: shown }) => {
  const { logo } = shown.link.brand;
  return logo === null ? { next: addressOf(shown) } : { file: await openLogo(logo) };
});

/** The cities of a French zipcode, for the form. */
export const citiesForLink = serveClaimLink("GET", async ({ query }) => ({
  data: { cities: await listCities("FR", (query.get("zipcode") ?? "").slice(0, 5)) },
}));

/** Takes a file as the API does, with `autoSubmit` (rules/claim-links.md#send-1). */
export const uploadByLink = serveClaimLink(
  "POST",
  async ({ link: shown, request, query, address }) => {
    const { link } = shown;
    if (link.claimId === null) return { next: addressOf(shown) };
    if (!/^multipart\/form-data\b/i.test(request.headers.get("content-type") ?? "")) return { error: "file", status: 415 };
    if (!(await takesFiles(link.id))) return tooMany;
    const received = await readUpload(request);
    const once = onceOf(shown, { request, address }, received);
    try {
      if ((await once?.begin({ params: { id: link.claimId }, query: {}, body: parseJson(received.text, null) })) === undefined) {
        // Incomplete uploads do not count toward the hourly limit.
        const brokeOff = received.upload.error?.errorName === "MALFORMED_REQUEST";
        if (!brokeOff && !(await countFile(link.id))) return tooMany;
        await uploadDocuments(contextOf(link, new WriteByLink(link, { once })), link.claimId, received.upload, { autoSubmit: true });
      }
      return { next: await nextAddress(shown, Number(query.get("step") ?? "0")) };
    } finally {
      once?.end();
      await received.close();
    }
  },
  { isLong: true },
);

/** A file that is sent again under its key is stored once. Keys of links have a space, which those of the API cannot have. */
function onceOf(
  { link }: PageLink,
  { request, address }: Pick<LinkRequest, "request" | "address">,
  { text }: ReadUpload,
): IdempotentCall | undefined {
  const header = request.headers.get("idempotency-key");
  if (header === null) return undefined;
  const call = {
    executionId: newId("exec"),
    now: link.realTime,
    started: performance.now(),
    request,
    ip: address,
    endpointId: null,
    requestText: text,
  };
  return new IdempotentCall(uploadDocument, call, { world: { id: link.worldId }, key: `${link.id} ${readIdempotencyKey(header)}` });
}

const tooMany: Reply = { error: "files", status: 429, headers: { "retry-after": "3600" } };

async function nextAddress(link: PageLink, place: number): Promise<string> {
  const claim = await claimOf(link);
  const next = claim.status === "draft" ? stepAfter(progressOf(claim, undefined), place) : undefined;
  return addressOf(link, "", next === undefined ? {} : { step: String(next) });
}
