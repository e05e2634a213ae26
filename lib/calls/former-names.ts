/** What operations were called before they had the names of generated clients; links and filters that people have kept say these. */
export const formerNames: Readonly<Record<string, string>> = {
  listContracts: "retrieveContracts",
  readContract: "retrieveContract",
  amendContract: "updateContract",
  endContract: "cancelContract",
  addContractProducts: "createProductFromContract",
  removeContractProducts: "deleteProductFromContract",
  configureAutomaticRenewal: "createAutomaticRenewal",
  amendAutomaticRenewal: "updateAutomaticRenewal",
  readAutomaticRenewal: "getAutomaticRenewalById",
  readCurrentAutomaticRenewal: "getCurrentAutomaticRenewal",
  actOnAllAutomaticRenewals: "bulkAutomaticRenewals",
  listProducts: "retrieveProducts",
  readProduct: "retrieveProduct",
  changeProduct: "updateProduct",
  listRenters: "retrieveRenters",
  attachRenter: "addRenter",
  readRenter: "retrieveRenter",
  getCitiesByZipCode: "getCitiesOfFrance",
  getCitiesByCountryAndZipcode: "getCitiesByZipcode",
};

/** The name that an operation has today, by the one that it has or had. */
export function presentName(name: string): string {
  return (Object.hasOwn(formerNames, name) ? formerNames[name] : undefined) ?? name;
}
