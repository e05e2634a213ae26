import type { ContractType, Option, ProductType } from "#lib/catalogue.ts";
import type { Company, ContractProductData, ContractProductStatus, ContractStatus, Individual } from "#lib/contracts/schema.ts";
import type { Cents } from "#lib/money.ts";

/** A product in a contract. Nothing of it is edited in place: an amended one is replaced by a new entry. */
export interface ContractProduct {
  cpid: string;
  productId: string;
  productType: ProductType;
  valueExclCents: Cents;
  status: ContractProductStatus;
  startDate: Date;
  endDate: Date;
  data: ContractProductData;
  priceCents: Cents;
  replacedBy: string | null;
  endReason: string | null;
}

/** A contract as rules and verbs see it; serialize.ts turns it into what the API answers. */
export interface Contract {
  /** Null in the preview of a contract that does not exist. */
  cid: string | null;
  uid: string;
  contractType: ContractType;
  status: ContractStatus;
  test: boolean;
  startDate: Date;
  endDate: Date;
  options: Option[];
  company: Company | null;
  individual: Individual | null;
  tariffId: string;
  /** A termination was asked for `endDate`: on that day the contract becomes `terminated`, not `closed`. */
  terminationPlanned: boolean;
  endReason: string | null;
  endedAt: Date | null;
  createdAt: Date;
  updatedAt: Date;
  products: ContractProduct[];
}
