import type { CallOptions, Connection, QueryOf } from "../connection.ts";
import type { AutomaticRenewalEvent, ClaimEvent, ContractEvent, Event } from "../generated/schema.ts";
import { List, longestPage } from "../list.ts";
import type { ApiPromise } from "../response.ts";

type Filters = Omit<QueryOf<"listEvents">, "after" | "before" | "limit">;

/** An event of the log, told apart by `event_type`. */
export type LoggedEvent = Omit<Event, "event_type" | "data"> & (ContractEvent | AutomaticRenewalEvent | ClaimEvent);

/** The events of the log, to recover what a webhook missed, or to do without webhooks. */
export class Events {
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /** Newest first. @example await covergate.events.list({ limit: 2 }).take(2); */
  list(filters: Filters & { before?: string; limit?: number } = {}, options?: CallOptions): List<LoggedEvent> {
    const connection = this.#connection;
    return new List(async function* pages() {
      let { before } = filters;
      for (;;) {
        const query = { limit: longestPage, ...filters, ...(before !== undefined && { before }) };
        const { events, has_more: hasMore } = await connection.send("listEvents", { query }, options);
        const last = events.at(-1);
        yield events as LoggedEvent[];
        if (!hasMore || last === undefined) return;
        before = last.id;
      }
    });
  }

  /**
   * Lists the events after an event, oldest first, to continue where a receiver stopped. Ends with the newest.
   * @example for await (const event of covergate.events.since("evt_01JD3W7Q8ZK5T9V0XR2M4N6P8A")) {
   *   console.log(event);
   * }
   */
  since(eventId: string, filters: Filters & { limit?: number } = {}, options?: CallOptions): List<LoggedEvent> {
    const connection = this.#connection;
    return new List(async function* pages() {
      let after = eventId;
      for (;;) {
        const query = { limit: longestPage, ...filters, after };
        const { events, has_more: hasMore } = await connection.send("listEvents", { query }, options);
        const [newest] = events;
        yield events.toReversed() as LoggedEvent[];
        if (!hasMore || newest === undefined) return;
        after = newest.id;
      }
    });
  }

  /** @example await covergate.events.get("evt_01JD3W7Q8ZK5T9V0XR2M4N6P8A"); */
  get(eventId: string, options?: CallOptions): ApiPromise<LoggedEvent> {
    return this.#connection.send("getEvent", { path: { eventId } }, options).map(({ event }) => event as LoggedEvent);
  }
}
