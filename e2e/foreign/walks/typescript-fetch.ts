import { readFileSync } from "node:fs";
import { ClaimsApi, Configuration, ContractsApi, EventsApi } from "./client";
import type { CreateContractRequest } from "./client";

const { API_URL = "", API_KEY = "", RENTER = "", NOW = "", TOMORROW = "", NEXT_WEEK = "", PHOTO = "" } = process.env;
const configuration = new Configuration({ basePath: API_URL, apiKey: API_KEY });
const [contracts, claims, events] = [new ContractsApi(configuration), new ClaimsApi(configuration), new EventsApi(configuration)];

const bike = { productType: "bike", productSubtype: "electric", valueExcl: 2400, brand: "Moustache", model: "Lundi 27" } as const;
const request = (startDate: string): CreateContractRequest => ({
  uid: RENTER,
  contractType: "LCD",
  startDate: new Date(startDate),
  endDate: new Date(NEXT_WEEK),
  options: ["break", "theft"],
  products: [{ ...bike, data: { productMarked: "BC-12345" } }],
});

async function walk(): Promise<void> {
  const createContractRequest = request(TOMORROW);
  const price = (await contracts.createContract({ createContractRequest, preview: true })).contract.price;
  const { contract } = await contracts.createContract({ createContractRequest });
  const [entry = ""] = Object.keys(contract.products);
  const contractId = contract.cid ?? "";
  await contracts.updateContract({ contractId, updateContractRequest: { products: { [entry]: { userName: "Grace Hopper" } } } });
  await contracts.cancelContract({ contractId, terminateContractRequest: { reason: "Booked twice." } });

  const insured = (await contracts.createContract({ createContractRequest: request(NOW) })).contract;
  const { data: draft } = await claims.createClaim({
    createClaimRequest: {
      userId: RENTER,
      contractId: insured.cid ?? "",
      contractProductId: Object.keys(insured.products)[0] ?? "",
      type: "break",
      subtype: "partial_break",
      claimAt: insured.startDate,
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
  });
  const photo = readFileSync(PHOTO);
  const [form, ...others] = draft.documentEntries.filter(({ category }) => category === "mandatory").map(({ type }) => type);
  const file = new File([photo], "photo.png", { type: "image/png" });
  await claims.uploadDocument({ id: draft.id, type: form ?? "", title: "The bike", file });
  const jsonDocumentBody = others.map((type) => ({ type, title: type, filename: "photo.png", content: photo.toString("base64") }));
  await claims.uploadDocuments({ id: draft.id, jsonDocumentBody });
  const { data: submitted } = await claims.submitClaim({ id: draft.id });
  const told = await events.listEvents({ subject: contractId });
  const eventTypes = told.events.map(({ eventType }) => eventType);
  console.log(JSON.stringify({ price, cid: contractId, claimId: submitted.claimId, eventTypes }));
}

void walk();
