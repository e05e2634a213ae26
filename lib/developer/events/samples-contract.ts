import type { WireContract } from "#lib/insurance/contracts/schema.ts";

type Entry = WireContract["products"][string];

export const sampleCid = "01JD3W7Q8ZK5T9V0XR2M4N6P8A";
export const sampleCpid = "cpid_01JD3W7Q8ZK5T9V0XR2M4N6P8A";

export const contractCreated = {
  cid: sampleCid,
  uid: "renter-lyon",
  created_date: "2025-01-01T09:00:00.000Z",
  updated_date: "2025-01-01T09:00:00.000Z",
  start_date: "2025-01-10T08:00:00.000Z",
  end_date: "2025-04-10T07:00:00.000Z",
  status: "open",
  contract_type: "LMD",
  test: true,
  products: {
    [sampleCpid]: {
      product_id: "prod_01JD3W7Q8ZK5T9V0XR2M4N6P8A",
      start_date: "2025-01-10T08:00:00.000Z",
      end_date: "2025-04-10T07:00:00.000Z",
      status: "open",
      data: { product_marked: "BC-12345", user_name: "Ada Martin", internal_id: "fleet-0042" },
      price: 87.08,
    },
  },
  options: ["break", "theft", "home_to_work"],
  price: 87.08,
} satisfies WireContract;

function revise(
  {
    status = "open",
    end_date,
    price,
    updated_date,
  }: Partial<Pick<Entry, "end_date" | "price">> & Pick<WireContract, "updated_date"> & Partial<Pick<WireContract, "status">>,
  contract: WireContract = contractCreated,
): WireContract {
  const shared = { status, ...(end_date === undefined ? {} : { end_date }), ...(price === undefined ? {} : { price }) };
  const products = Object.entries(contract.products).map(([cpid, entry]) => [cpid, { ...entry, ...shared }] as const);
  return { ...contract, ...shared, updated_date, products: Object.fromEntries(products) };
}

export const contractUpdated = revise({ end_date: "2025-05-10T07:00:00.000Z", price: 116.11, updated_date: "2025-01-05T14:20:00.000Z" });

export const contractClosed = revise({ status: "closed", updated_date: "2025-04-10T07:00:00.000Z" });

export const contractCanceled = revise({ status: "cancel", price: 0, updated_date: "2025-01-10T10:00:00.000Z" });

/** Halfway, so that only the days until then cost anything. */
export const contractTerminated = revise({
  status: "terminated",
  end_date: "2025-02-20T17:30:00.000Z",
  price: 40.64,
  updated_date: "2025-02-20T17:30:00.000Z",
});

export const contractReopened = revise(
  { end_date: "2025-05-10T07:00:00.000Z", price: 116.11, updated_date: "2025-04-12T09:00:00.000Z" },
  contractClosed,
);

export const contractRenewed: WireContract = {
  ...contractCreated,
  cid: "01JD3W7Q8ZK5T9V0XR2M4N6P8B",
  created_date: "2025-04-10T07:00:00.000Z",
  updated_date: "2025-04-10T07:00:00.000Z",
  start_date: "2025-04-10T07:00:00.000Z",
  end_date: "2025-07-10T07:00:00.000Z",
  products: {
    cpid_01JD3W7Q8ZK5T9V0XR2M4N6P8B: {
      ...contractCreated.products[sampleCpid],
      start_date: "2025-04-10T07:00:00.000Z",
      end_date: "2025-07-10T07:00:00.000Z",
      price: 88.05,
    },
  },
  price: 88.05,
};
