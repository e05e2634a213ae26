import { readFileSync } from "node:fs";
import {
  createClaim,
  createContract,
  cancelContract,
  listEvents,
  submitClaim,
  updateContract,
  uploadDocument,
  uploadDocuments,
} from "./client";
import type { CreateContractRequest } from "./client";
import { client } from "./client/client.gen";

const { API_URL = "", API_KEY = "", RENTER = "", NOW = "", TOMORROW = "", NEXT_WEEK = "", PHOTO = "" } = process.env;
client.setConfig({ baseUrl: API_URL, auth: () => API_KEY });

const bike = { product_type: "bike", product_subtype: "electric", value_excl: 2400, brand: "Moustache", model: "Lundi 27" } as const;
const request = (startDate: string): CreateContractRequest => ({
  uid: RENTER,
  contract_type: "LCD",
  start_date: startDate,
  end_date: NEXT_WEEK,
  options: ["break", "theft"],
  products: [{ ...bike, data: { product_marked: "BC-12345" } }],
});

async function walk(): Promise<void> {
  const throwOnError = true;
  const body = request(TOMORROW);
  const { price } = (await createContract({ body, query: { preview: true }, throwOnError })).data.contract;
  const { contract } = (await createContract({ body, throwOnError })).data;
  const [entry = ""] = Object.keys(contract.products);
  const path = { contractId: contract.cid ?? "" };
  await updateContract({ path, body: { products: { [entry]: { user_name: "Grace Hopper" } } }, throwOnError });
  await cancelContract({ path, body: { reason: "Booked twice." }, throwOnError });

  const insured = (await createContract({ body: request(NOW), throwOnError })).data.contract;
  const draft = (
    await createClaim({
      body: {
        userId: RENTER,
        contractId: insured.cid ?? "",
        contractProductId: Object.keys(insured.products)[0] ?? "",
        type: "break",
        subtype: "partial_break",
        claimAt: insured.start_date,
        description: "Chute sur une plaque de verglas en descendant la rue : la roue avant est voilée.",
        questions: {
          "Quels éléments du matériel sont cassés ?": "La roue avant",
          "La casse est-elle due à un accident avec un tiers ?": false,
          "Avez-vous fait un constat avec le tiers ?": false,
          "La réparation est-elle effectuée en externe ?": false,
        },
        insured: { firstName: "Ada", lastName: "Martin", phoneNumber: "+33612345678" },
        location: { address: "14 montée de la Grande Côte", city: "Lyon", country: "FR", zipcode: "69001" },
      },
      throwOnError,
    })
  ).data.data;
  const photo = readFileSync(PHOTO);
  const ofClaim = { path: { id: draft.id }, throwOnError } as const;
  const [form, ...others] = draft.documentEntries.filter(({ category }) => category === "mandatory").map(({ type }) => type);
  const file = new File([photo], "photo.png", { type: "image/png" });
  await uploadDocument({ ...ofClaim, body: { type: form ?? "", title: "The bike", file } });
  const list = others.map((type) => ({ type, title: type, filename: "photo.png", content: photo.toString("base64") }));
  await uploadDocuments({ ...ofClaim, body: list });
  const { data: submitted } = (await submitClaim(ofClaim)).data;
  const { events } = (await listEvents({ query: { subject: path.contractId }, throwOnError })).data;
  const eventTypes = events.map(({ event_type }) => event_type);
  console.log(JSON.stringify({ price, cid: path.contractId, claimId: submitted.claimId, eventTypes }));
}

void walk();
