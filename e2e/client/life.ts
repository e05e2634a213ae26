// Walks the whole life of what is insured, as an integrator's program with the TypeScript client; prints the events that it received.
import { createServer } from "node:http";
import type { IncomingMessage } from "node:http";
import { Covergate, CovergateError, webhooks } from "@covergate/client";
import type { Contract, CreateContractRequest } from "@covergate/client";

const { RENTER = "", PHOTO = "", PORT = "", WEBHOOK_SECRET = "" } = process.env;
const covergate = new Covergate();

function expect(isSo: boolean, what: string): void {
  if (!isSo) throw new Error(what);
}
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
const productsOf = ({ products }: Contract) => Object.keys(products);

// Events
const received = new Map<string, string>();
let closedWith: number | undefined;
const receiver = createServer((request, response) => {
  receive(request).then(
    () => response.end("ok"),
    () => response.writeHead(400).end("not verified"),
  );
});
async function receive(request: IncomingMessage): Promise<void> {
  const body = Buffer.concat(await request.toArray());
  const event = await webhooks.verify(body, request.headers, [WEBHOOK_SECRET]);
  received.set(event.id, event.event_type);
  if (event.event_type === "v2.claim.closed") closedWith = event.data.settlements[0]?.amount;
}
await new Promise<void>((resolve) => {
  receiver.listen(Number(PORT), "localhost", resolve);
});

// Contracts
const bike = { product_type: "bike", product_subtype: "electric", value_excl: 2400, brand: "Moustache", model: "Lundi 27" } as const;
const phone = { product_type: "high-tech", product_subtype: "phone", value_excl: 640, brand: "Fairphone", model: "5" } as const;
const body: CreateContractRequest = {
  uid: RENTER,
  contract_type: "LMD",
  start_date: inDays(1),
  end_date: inDays(93),
  options: ["break", "theft"],
  products: [{ ...bike, data: { product_marked: "BC-12345", user_name: "Ada Martin" } }],
};
const quote = await covergate.contracts.preview(body);
expect(quote.cid === undefined, "a preview has no cid");
const made = await covergate.contracts.create(body);
expect(made.price === quote.price, "the contract costs what was said");
const change = { start_date: inDays(2), products: [{ ...phone, data: { product_marked: "356938035643809", user_name: "Ada Martin" } }] };
const wouldBe = await covergate.contracts.addProducts(made.cid, change, { preview: true });
const extended = await covergate.contracts.addProducts(made.cid, change);
expect(wouldBe.price === extended.price && extended.price > made.price, "an added product costs what was said");
const added = productsOf(extended).filter((cpid) => made.products[cpid] === undefined);
const reduced = await covergate.contracts.removeProducts(made.cid, { reason: "sold", products: added });
expect(reduced.price === made.price, "a product that was removed before its start costs nothing");
const [cpid = ""] = productsOf(made);
const amended = await covergate.contracts.update(made.cid, { products: { [cpid]: { user_name: "Grace Hopper" } } });
expect(amended.products[cpid]?.status === "has_been_replaced", "a changed product is replaced");
const ended = await covergate.contracts.end(made.cid);
expect(ended.status === "cancel" && ended.price === 0, "a contract that ended before its start costs nothing");
const listed: string[] = [];
for await (const { cid } of covergate.contracts.list({ uid: RENTER, limit: 1 })) listed.push(cid);
expect(listed.join() === made.cid, "the contract is listed");

// Claims
const insured = await covergate.contracts.create({ ...body, contract_type: "LCD", start_date: inDays(0), end_date: inDays(7) });
const claim = await covergate.claims.create({
  userId: RENTER,
  contractId: insured.cid,
  contractProductId: productsOf(insured)[0] ?? "",
  type: "break",
  subtype: "partial_break",
  claimAt: new Date().toISOString(),
  description: "Chute sur une plaque de verglas en descendant la rue : la roue avant est voilée et la fourche est tordue.",
  questions: {
    "Quels éléments du matériel sont cassés ?": "La roue avant et la fourche",
    "La casse est-elle due à un accident avec un tiers ?": false,
    "Avez-vous fait un constat avec le tiers ?": false,
    "La réparation est-elle effectuée en externe ?": false,
  },
  insured: { firstName: "Ada", lastName: "Martin", phoneNumber: "+33612345678" },
  location: { address: "14 montée de la Grande Côte", city: "Lyon", country: "FR", zipcode: "69001" },
});
const tooEarly = await covergate.claims.submit(claim.id).catch((error: unknown) => error);
expect(tooEarly instanceof CovergateError && tooEarly.name === "DOCUMENTS_INCOMPLETE" && tooEarly.code === 3004, "documents are missing");
expect(tooEarly instanceof CovergateError && tooEarly.executionId !== undefined && tooEarly.cure !== undefined, "an error says what to do");
const mandatory = claim.documentEntries.filter(({ category }) => category === "mandatory");
const photos = mandatory.map(({ type }) => ({ type, title: type, file: PHOTO }));
const { claimId, autoSubmitted, documents } = await covergate.claims.documents.upload(claim.id, photos, { autoSubmit: true });
expect(autoSubmitted && claimId !== undefined && documents[0]?.mimeType === "image/png", "the last document submits the claim");
const { downloadUrl } = await covergate.claims.documents.get(claim.id, documents[0]?.id ?? "");
expect((await fetch(downloadUrl)).headers.get("content-type") === "image/png", "the photo is downloaded");
await covergate.sandbox.play(claim.id, "takeOver");
for (const { id: documentId } of documents) await covergate.sandbox.play(claim.id, "acceptDocument", { documentId });
const { settlements } = await covergate.sandbox.play(claim.id, "approveRefund", { amount: 450 });
const paid = await covergate.sandbox.play(claim.id, "executePayment", { settlementId: settlements[0]?.id ?? "" });
expect(paid.status === "closed" && paid.settlements[0]?.paymentAt !== null, "the claim is paid");
const [first] = await covergate.claims.list({ status: "submitted" }).take(1);
expect(first?.claimId === claimId, "the claim is listed");

// Automatic renewals
const renewable = await covergate.contracts.create(body);
const { arid } = await covergate.renewals.create(renewable.cid, { duration_months: 3 });
await covergate.sandbox.moveClock({ to: inDays(94) });
expect((await covergate.sandbox.clock()).moved, "the clock is moved");
const renewal = await covergate.renewals.get(renewable.cid, arid);
const next = await covergate.contracts.get(renewal.next_cid ?? "");
expect(next.start_date === renewable.end_date, "the contract is renewed");

// The log of events has what the webhook received, in order.
const logged = await covergate.events
  .list({ event_type: ["v2.contract.created", "v2.contract.renewed", "v2.claim.closed"], limit: 2 })
  .take(10);
expect(logged.length === 5 && logged[0]?.event_type === "v2.contract.renewed", "the newest event is the renewal");
const later = await covergate.events.since(logged.at(-1)?.id ?? "", { event_type: ["v2.contract.renewed"] }).take(10);
expect(later.map(({ id }) => id).join() === logged[0]?.id, "events are read from where one stopped");
const until = Date.now() + 20_000;
while (!logged.every(({ id }) => received.has(id)) && Date.now() < until) await new Promise((resolve) => setTimeout(resolve, 50));
expect(closedWith === 450, "the event has the claim as it was closed");
receiver.close();
receiver.closeAllConnections();

expect((await covergate.renters.list()).join() === RENTER, "the renter is attached");
expect((await covergate.renters.get(RENTER)).options.LMD, "the renter may use LMD");
expect((await covergate.geo.cities("75002")).includes("PARIS-2EME-ARRONDISSEMENT"), "the city is known");
expect((await covergate.geo.suggestions("grenble"))[0]?.ville === "GRENOBLE", "the city is suggested");
console.log(JSON.stringify(logged.map(({ id, event_type }) => [event_type, received.get(id)])));
