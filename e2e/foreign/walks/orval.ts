import { readFileSync } from "node:fs";
import {
  cancelContract,
  createClaim,
  createContract,
  listEvents,
  submitClaim,
  updateContract,
  uploadDocument,
  uploadDocuments,
} from "./client/covergate";
import type { CreateContractRequest } from "./client/covergate";

const { API_KEY = "", RENTER = "", NOW = "", TOMORROW = "", NEXT_WEEK = "", PHOTO = "" } = process.env;
const init = { headers: { key: API_KEY } };

const bike = { product_type: "bike", product_subtype: "electric", value_excl: 2400, brand: "Moustache", model: "Lundi 27" } as const;
const request = (startDate: string): CreateContractRequest => ({
  uid: RENTER,
  contract_type: "LCD",
  start_date: startDate,
  end_date: NEXT_WEEK,
  options: ["break", "theft"],
  products: [{ ...bike, data: { product_marked: "BC-12345" } }],
});

type Answer = { status: number; data: unknown };

/** The data of a success: each function answers errors as well. */
async function need<Answered extends Answer>(asked: Promise<Answered>): Promise<Extract<Answered, { status: 200 }>["data"]> {
  const { status, data } = await asked;
  if (status !== 200) throw new Error(JSON.stringify(data));
  return data as Extract<Answered, { status: 200 }>["data"];
}

async function walk(): Promise<void> {
  const { price } = (await need(createContract(request(TOMORROW), { preview: true }, init))).contract;
  const { contract } = await need(createContract(request(TOMORROW), {}, init));
  const cid = contract.cid ?? "";
  const [entry = ""] = Object.keys(contract.products);
  await need(updateContract(cid, { products: { [entry]: { user_name: "Grace Hopper" } } }, {}, init));
  await need(cancelContract(cid, { reason: "Booked twice." }, {}, init));

  const insured = (await need(createContract(request(NOW), {}, init))).contract;
  const [product = ""] = Object.keys(insured.products);
  const { data: draft } = await need(
    createClaim(
      {
        userId: RENTER,
        contractId: insured.cid ?? "",
        contractProductId: product,
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
      init,
    ),
  );
  const photo = readFileSync(PHOTO);
  const [form = "", ...others] = draft.documentEntries.filter(({ category }) => category === "mandatory").map(({ type }) => type);
  const file = new File([photo], "photo.png", { type: "image/png" });
  await need(uploadDocument(draft.id, { type: form, title: "The bike", file }, {}, init));
  const list = others.map((type) => ({ type, title: type, filename: "photo.png", content: photo.toString("base64") }));
  await need(uploadDocuments(draft.id, list, {}, init));
  const { data: submitted } = await need(submitClaim(draft.id, init));
  const { events } = await need(listEvents({ subject: cid }, init));
  const eventTypes = events.map(({ event_type }) => event_type);
  console.log(JSON.stringify({ price, cid, claimId: submitted.claimId, eventTypes }));
}

void walk();
