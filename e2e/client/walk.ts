import createClient from "openapi-fetch";
import type { components, paths } from "./schema.d.ts";

type Contract = components["schemas"]["Contract"];
type Body = components["schemas"]["CreateContractRequest"];

const { API_URL = "", API_KEY = "", RENTER = "" } = process.env;
const api = createClient<paths>({ baseUrl: API_URL, headers: { key: API_KEY } });
api.use({ onRequest: ({ request, schemaPath }) => console.log(request.method, schemaPath) });

/** Returns the data of an answer; a refusal ends the walk. */
function dataOf<Data>({ data, error, response }: { data?: Data; error?: unknown; response: Response }): Data {
  if (data === undefined) throw new Error(`${response.url} was refused: ${JSON.stringify(error)}`);
  return data;
}

function expect(isSo: boolean, what: string): void {
  if (!isSo) throw new Error(what);
}

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();

// Renters
expect(dataOf(await api.POST("/renters", { body: { renter_id: RENTER } })).status === "success", "the renter is attached");
const [attached] = dataOf(await api.GET("/renters"));
expect(attached?.renters[RENTER] === true, "the renter is listed");
const { renter } = dataOf(await api.GET("/renters/{renterId}", { params: { path: { renterId: RENTER } } }));
expect(renter.options.LMD && renter.options.option, `${renter.company.company_name} may use LMD and sells options`);

// Products
const { product } = dataOf(
  await api.POST("/products", {
    body: {
      uid: crypto.randomUUID(),
      product_type: "bike",
      title: "City bike",
      value_excl: 2400,
      data: { product_subtype: "electric", brand: "Moustache", model: "Lundi 27" },
    },
  }),
);
const ofProduct = { params: { path: { productId: product.product_id } } };
const [catalogue] = dataOf(await api.GET("/products", { params: { query: { limit: 10 } } }));
expect(catalogue?.products.length === 1, "the product is listed");
expect(dataOf(await api.GET("/products/{productId}", ofProduct)).product.value_excl === 2400, "the product is read");
const changed = dataOf(await api.PATCH("/products/{productId}", { ...ofProduct, body: { value_excl: 2150 } }));
expect(changed.product.value_excl === 2150, "the product is changed");

// Contracts
const body: Body = {
  uid: RENTER,
  contract_type: "LMD",
  start_date: inDays(1),
  end_date: inDays(93),
  options: ["break", "theft"],
  products: [{ product_id: product.product_id, data: { product_marked: "BC-12345", user_name: "Ada Martin", colour: "red" } }],
};
const quote = dataOf(await api.POST("/contracts", { params: { query: { preview: true } }, body })).contract;
expect(quote.cid === undefined, "a preview has no cid");
const made = dataOf(await api.POST("/contracts", { body })).contract;
if (made.cid === undefined) throw new Error("a contract has a cid");
expect(made.price === quote.price, "the contract costs what was said");
const path = { contractId: made.cid };
const read: Contract = dataOf(await api.GET("/contracts/{contractId}", { params: { path } })).contract;
const [cpid = ""] = Object.keys(read.products);
expect(new Date(read.start_date) < new Date(read.end_date), "dates are read as dates");
const { contracts } = dataOf(await api.GET("/contracts", { params: { query: { uid: RENTER, test: true, skip: 0, limit: 5 } } }));
expect(contracts[0]?.cid === made.cid, "the contract is listed");
const amended = dataOf(
  await api.PATCH("/contracts/{contractId}", { params: { path }, body: { products: { [cpid]: { user_name: "Grace" } } } }),
);
expect(amended.contract.products[cpid]?.status === "has_been_replaced", "the product is replaced");
const phone = { product_type: "high-tech", product_subtype: "phone", value_excl: 640, brand: "Fairphone", model: "5" } as const;
const extended = dataOf(
  await api.POST("/contracts/{contractId}/products", {
    params: { path },
    body: { start_date: inDays(2), products: [{ ...phone, data: { product_marked: "356938035643809", user_name: "Ada Martin" } }] },
  }),
);
const added = Object.entries(extended.contract.products).filter(([, { start_date }]) => start_date > read.start_date);
const removed = dataOf(
  await api.DELETE("/contracts/{contractId}/products", { params: { path }, body: { reason: "sold", products: added.map(([key]) => key) } }),
);
expect(removed.contract.price < extended.contract.price, "the phone is no longer paid for");

// Automatic renewals
const { automatic_renewal } = dataOf(
  await api.POST("/contracts/{contractId}/automaticRenewal", { params: { path }, body: { duration_months: 3 } }),
);
const ofRenewal = { params: { path: { ...path, arid: automatic_renewal.arid } } };
const rejected = dataOf(await api.PATCH("/contracts/{contractId}/automaticRenewal/{arid}", { ...ofRenewal, body: { rejected: true } }));
expect(rejected.automatic_renewal.rejected_at !== null, "the renewal is rejected");
dataOf(await api.GET("/contracts/{contractId}/automaticRenewal/{arid}", ofRenewal));
dataOf(await api.GET("/contracts/{contractId}/automaticRenewal/current", { params: { path } }));
const history = dataOf(await api.GET("/contracts/{contractId}/automaticRenewals", { params: { path } }));
expect(history.automatic_renewals.length === 1, "the history has the renewal");
dataOf(await api.POST("/contracts/action/automaticRenewals", { body: { add_to_all_contracts: true } }));

// Claims
const started = inDays(0);
const week = { contract_type: "LCD", start_date: started, end_date: inDays(7) } as const;
const insured = dataOf(await api.POST("/contracts", { body: { ...body, ...week } })).contract;
if (insured.cid === undefined) throw new Error("a contract has a cid");
const needed = dataOf(
  await api.GET("/claims/requirements", { params: { query: { subtype: "partial_break", product_type: "bike" } } }),
).data;
expect(needed.questions.length > 0, "a claim needs answers");

const draft = dataOf(
  await api.POST("/claims", {
    body: {
      userId: RENTER,
      contractId: insured.cid,
      contractProductId: Object.keys(insured.products)[0] ?? "",
      type: "break",
      subtype: "partial_break",
      claimAt: started,
      description: "Chute sur une plaque de verglas en descendant la rue : la roue avant est voilée et la fourche est tordue.",
      questions: {
        "Quels éléments du matériel sont cassés ?": "La roue avant et la fourche",
        "La casse est-elle due à un accident avec un tiers ?": false,
        "Avez-vous fait un constat avec le tiers ?": false,
        "La réparation est-elle effectuée en externe ?": false,
      },
      insured: { firstName: "Ada", lastName: "Martin", phoneNumber: "+33612345678" },
      location: { address: "14 montée de la Grande Côte", city: "Lyon", country: "FR", zipcode: "69001" },
    },
  }),
).data;
expect(
  draft.status === "draft" && draft.claimId === null && draft.product?.brand === "Moustache",
  "a draft has no number, and its product",
);
expect(draft.questions["La réparation est-elle effectuée en externe ?"] === false, "an answer is kept as it was sent");
const ofClaim = { params: { path: { id: draft.id } } };
const corrected = dataOf(
  await api.PATCH("/claims/{id}", { ...ofClaim, body: { location: { address: "16 montée de la Grande Côte" } } }),
).data;
expect(corrected.location.city === "Lyon", "what is left out of a correction stays");
const content = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVQI12P4//8/AAX+Av7czFnnAAAAAElFTkSuQmCC";
const mandatory = draft.documentEntries.filter(({ category }) => category === "mandatory");
const [uploaded] = dataOf(
  await api.PUT("/claims/{id}/documents", {
    ...ofClaim,
    body: mandatory.map(({ type }) => ({ type, title: type, filename: "photo.png", content })),
  }),
).data;
expect(uploaded?.status === "to_verify" && uploaded.mimeType === "image/png", "a document is uploaded and waits for the handler");
const form = dataOf(
  await api.POST("/claims/{id}/documents", {
    ...ofClaim,
    body: { type: draft.documentEntries.at(-1)?.type ?? "", title: "Another photo", file: content },
    bodySerializer({ file, ...fields }) {
      const sent = new FormData();
      for (const [name, value] of Object.entries(fields)) sent.set(name, value);
      sent.set("file", new Blob([Buffer.from(file, "base64")]), "photo.png");
      return sent;
    },
  }),
).data;
expect(form[0]?.title === "Another photo", "a file is uploaded as it is");
const link = dataOf(await api.POST("/claims/{id}/links", { ...ofClaim, body: { language: "fr" } })).data;
expect(link.url.includes("/claim/"), "the insured gets a link");
expect(dataOf(await api.GET("/claims/{id}/links", ofClaim)).data[0]?.id === link.id, "the link is listed");
const ofLink = { params: { path: { id: draft.id, linkId: link.id } } };
expect(dataOf(await api.DELETE("/claims/{id}/links/{linkId}", ofLink)).data.id === link.id, "the link is revoked");
const ofCover = { contractId: insured.cid };
const linkOfCover = dataOf(await api.POST("/contracts/{contractId}/claimLinks", { params: { path: ofCover }, body: {} })).data;
const linksOfCover = dataOf(await api.GET("/contracts/{contractId}/claimLinks", { params: { path: ofCover } })).data;
expect(linksOfCover[0]?.id === linkOfCover.id, "a link to declare a loss is made and listed");
dataOf(await api.DELETE("/contracts/{contractId}/claimLinks/{linkId}", { params: { path: { ...ofCover, linkId: linkOfCover.id } } }));
const submitted = dataOf(await api.POST("/claims/{id}/submit", ofClaim)).data;
expect(submitted.status === "submitted" && !submitted.autoSubmitted, "the claim is submitted");
const list = dataOf(await api.GET("/claims", { params: { query: { userId: RENTER, status: "submitted", limit: 5 } } }));
expect(list.pagination.total === 1 && list.data[0]?.claimId === submitted.claimId, "the claim is listed");
const claim = dataOf(await api.GET("/claims/{id}", { params: { path: { id: submitted.claimId } } })).data;
expect(
  claim.documentEntries.some(({ document }) => document?.id === uploaded?.id),
  "the claim is read by its number, and has the document",
);
const ofDocument = { params: { path: { claimId: draft.id, documentId: uploaded?.id ?? "" } } };
const { downloadUrl } = dataOf(await api.GET("/claims/{claimId}/documents/{documentId}", ofDocument)).data;
expect((await fetch(downloadUrl)).headers.get("content-type") === "image/png", "the document is downloaded without a key");

// The sandbox
const ofMove = { params: { path: { id: draft.id, move: "noteClaim" } } } as const;
const noted = dataOf(await api.POST("/sandbox/claims/{id}/{move}", { ...ofMove, body: { note: "Nous attendons la facture." } })).data;
expect(noted.note === "Nous attendons la facture.", "the insurer is played");
const { steps } = dataOf(await api.POST("/sandbox/claims/{id}/scenario", { ...ofClaim, body: { name: "more_info" } })).data;
expect(steps.join() === "takeOver,requestDocument", "a scenario is planned");
expect(!dataOf(await api.GET("/sandbox/clock")).moved, "the clock shows the real time");
expect(dataOf(await api.POST("/sandbox/clock", { body: { advance: "P8D" } })).offset_seconds === 691_200, "the clock is moved");
const ofInsured = { params: { path: { contractId: insured.cid } } };
const reopened = dataOf(await api.POST("/sandbox/contracts/{contractId}/reopen", { ...ofInsured, body: { end_date: inDays(20) } }));
expect(reopened.contract.status === "open", "the contract that ended meanwhile is open again");
const { events } = dataOf(await api.GET("/events", { params: { query: { subject: insured.cid, limit: 1 } } }));
const { event } = dataOf(await api.GET("/events/{eventId}", { params: { path: { eventId: events[0]?.id ?? "" } } }));
expect(event.event_type === "v2.contract.reopened", "the events tell so");
expect(!dataOf(await api.DELETE("/sandbox/clock")).moved, "the clock is back");
const cancelled = dataOf(await api.DELETE("/claims/{id}", { ...ofClaim, body: { reason: "Le vélo a été réparé." } })).data;
expect(cancelled.status === "abandoned", "the claim is abandoned");

// Statements
const [newest] = dataOf(await api.GET("/statements")).statements;
const month = dataOf(await api.GET("/statements/{month}", { params: { path: { month: newest?.month ?? "" } } }));
// With `format=csv` it is a text.
if (typeof month === "string") throw new Error("a statement is JSON unless CSV is asked for");
expect(month.statement.totals.contracts_created === newest?.totals.contracts_created, "the month's statement is read");

// The end, and cities
const ended = dataOf(await api.DELETE("/contracts/{contractId}", { params: { path }, body: { reason: "no longer needed" } }));
expect(ended.contract.status === "cancel", "the contract is cancelled");
const gone = await api.DELETE("/products/{productId}", ofProduct);
expect(gone.response.status === 204, "the product is deleted");
const refused = await api.DELETE("/products/{productId}", ofProduct);
expect(refused.error !== undefined && "code" in refused.error && refused.error.code === 4999, "the second deletion is refused by number");
dataOf(await api.GET("/geo/getCitiesByZipCode/{zipcode}", { params: { path: { zipcode: "75002" } } }));
dataOf(await api.GET("/geo/getCitiesByZipcode/{country}/{zipcode}", { params: { path: { country: "IT", zipcode: "20121" } } }));
const typed = { country: "FR", zipcode: "grenble" } as const;
const { cities } = dataOf(await api.GET("/geo/getCitiesSuggestions/{country}/{zipcode}", { params: { path: typed } }));
expect(cities[0]?.ville === "GRENOBLE", "the city is found");
dataOf(await api.POST("/sandbox/reset", { body: { confirm: API_KEY.slice(0, 11) } }));
expect(dataOf(await api.GET("/contracts", { params: { query: { uid: RENTER } } })).contracts.length === 0, "the sandbox is empty");
