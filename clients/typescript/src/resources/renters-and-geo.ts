import type { CallOptions, Connection } from "../connection.ts";
import type { CitySuggestion, GeoCountry, Renter } from "../generated/schema.ts";

/** Rental companies that are attached to the API key. */
export class Renters {
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /** Their uids. */
  async list(options?: CallOptions): Promise<string[]> {
    return (await this.#connection.send("retrieveRenters", {}, options)).flatMap(({ renters }) => Object.keys(renters));
  }

  async get(uid: string, options?: CallOptions): Promise<Renter> {
    return (await this.#connection.send("retrieveRenter", { path: { renterId: uid } }, options)).renter;
  }

  /** Attaches a renter that the operator has made available to you. */
  async add(uid: string, options?: CallOptions): Promise<void> {
    await this.#connection.send("addRenter", { body: { renter_id: uid } }, options);
  }
}

/** Cities, spelt as contracts have them. */
export class Geo {
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  async cities(zipcode: string, country: GeoCountry = "FR", options?: CallOptions): Promise<string[]> {
    return (await this.#connection.send("getCitiesByZipcode", { path: { country, zipcode } }, options)).cities;
  }

  /** The likeliest first, for the beginning of a zipcode or of a name, also misspelt. */
  async suggestions(text: string, country: GeoCountry = "FR", options?: CallOptions): Promise<CitySuggestion[]> {
    return (await this.#connection.send("getCitiesSuggestions", { path: { country, zipcode: text } }, options)).cities;
  }
}
