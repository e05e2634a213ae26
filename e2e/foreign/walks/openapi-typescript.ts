import { readFileSync } from "node:fs";
import createClient from "openapi-fetch";
import type { components, paths } from "./client/schema";

const { API_URL = "", API_KEY = "", RENTER = "", NOW = "", TOMORROW = "", NEXT_WEEK = "", PHOTO = "" } = process.env;
const api = createClient<paths>({ baseUrl: API_URL, headers: { key: API_KEY } });

const bike = { product_type: "bike", product_subtype: "electric", value_excl: 2400, brand: "Moustache", model: "Lundi 27" } as const;
const request = (startDate: string): components["schemas"]["CreateContractRequest"] => ({
  uid: RENTER,
  contract_type: "LCD",
  start_date: startDate,
  end_date: NEXT_WEEK,
  options: ["break", "theft"],
  products: [{ ...bike, data: { product_marked: "BC-12345" } }],
});

/** Returns the data of an answer; a refusal ends the walk. */
function dataOf<Data>({ data, error }: { data?: Data; error?: unknown }): Data {
  if (data === undefined) throw new Error(JSON.stringify(error));
  return data;
}

async function walk(): Promise<void> {
  const body = request(TOMORROW);
  const { price } = dataOf(await api.POST("/contracts", { params: { query: { preview: true } }, body })).contract;
  const { contract } = dataOf(await api.POST("/contracts", { body }));
  const [entry = ""] = Object.keys(contract.products);
  const ofContract = { params: { path: { contractId: contract.cid ?? "" } } };
  const changes = { products: { [entry]: { user_name: "Grace Hopper" } } };
  dataOf(await api.PATCH("/contracts/{contractId}", { ...ofContract, body: changes }));
  dataOf(await api.DELETE("/contracts/{contractId}", { ...ofContract, body: { reason: "Booked twice." } }));

  const insured = dataOf(await api.POST("/contracts", { body: request(NOW) })).contract;
  const draft = dataOf(
    await api.POST("/claims", {
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
    }),
  ).data;
  const content = readFileSync(PHOTO).toString("base64");
  const ofClaim = { params: { path: { id: draft.id } } };
  const [form = "", ...others] = draft.documentEntries.filter(({ category }) => category === "mandatory").map(({ type }) => type);
  const list = others.map((type) => ({ type, title: type, filename: "photo.png", content }));
  dataOf(
    await api.POST("/claims/{id}/documents", {
      ...ofClaim,
      body: { type: form, title: "The bike", file: content },
      bodySerializer({ type, title, file }) {
        const sent = new FormData();
        sent.set("type", type);
        sent.set("title", title);
        sent.set("file", new Blob([Buffer.from(file, "base64")]), "photo.png");
        return sent;
      },
    }),
  );
  dataOf(await api.PUT("/claims/{id}/documents", { ...ofClaim, body: list }));
  const { data: submitted } = dataOf(await api.POST("/claims/{id}/submit", ofClaim));
  const told = dataOf(await api.GET("/events", { params: { query: { subject: ofContract.params.path.contractId } } }));
  const eventTypes = told.events.map(({ event_type }) => event_type);
  console.log(JSON.stringify({ price, cid: contract.cid, claimId: submitted.claimId, eventTypes }));
}

void walk();
