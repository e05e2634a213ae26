import { maxExamined } from "#lib/bounded-pages.ts";

/** As many deliveries are looked at for a page of those with a response, which is in no index's order. */
export const maxDeliveries = maxExamined / 2;
/** As many events of a contract or claim are looked at for a page of their deliveries: each is a look-up of its own. */
export const maxEvents = maxExamined / 40;
