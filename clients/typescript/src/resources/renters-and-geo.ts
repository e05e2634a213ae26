import type { CallOptions, Connection } from "../connection.ts";
import type { CitySuggestion, GeoCountry, Renter } from "../generated/schema.ts";
import type { ApiPromise } from "../response.ts";

/** Rental companies that are attached to the API key. */
export class Renters {
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /** Their uids. @example await covergate.renters.list(); */
  list(options?: CallOptions): ApiPromise<string[]> {
    return this.#connection.send("retrieveRenters", {}, options).map((pages) => pages.flatMap(({ renters }) => Object.keys(renters)));
  }

  /** @example await covergate.renters.get("renter-lyon"); */
  get(uid: string, options?: CallOptions): ApiPromise<Renter> {
    return this.#connection.send("retrieveRenter", { path: { renterId: uid } }, options).pick("renter");
  }

  /** Attaches a renter that the operator has made available to you. @example await covergate.renters.add("renter-lyon"); */
  add(uid: string, options?: CallOptions): ApiPromise<void> {
    return this.#connection.send("addRenter", { body: { renter_id: uid } }, options).map(() => undefined);
  }
}

/** Cities, spelt as contracts have them. */
export class Geo {
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /** @example await covergate.geo.cities("75002"); */
  cities(zipcode: string, country: GeoCountry = "FR", options?: CallOptions): ApiPromise<string[]> {
    return this.#connection.send("getCitiesByZipcode", { path: { country, zipcode } }, options).pick("cities");
  }

  /**
   * The likeliest first, for the beginning of a zipcode or of a name, also misspelt.
   * @example await covergate.geo.suggestions("750", "FR");
   */
  suggestions(text: string, country: GeoCountry = "FR", options?: CallOptions): ApiPromise<CitySuggestion[]> {
    return this.#connection.send("getCitiesSuggestions", { path: { country, zipcode: text } }, options).pick("cities");
  }
}
