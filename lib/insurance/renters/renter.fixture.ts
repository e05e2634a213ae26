import type { RenterCompany } from "#lib/insurance/renters/schema.ts";

export const sampleCompany: RenterCompany = {
  company_name: "Vélos de la Seine",
  first_name: "Ada",
  last_name: "Martin",
  email: "ada@example.com",
  phone_number: "+33612345678",
  address: "12 rue de la Paix",
  zipcode: "75002",
  city: "PARIS-2EME-ARRONDISSEMENT",
  country: "FR",
};
