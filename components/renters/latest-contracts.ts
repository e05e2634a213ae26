/** How many contracts the page of a renter shows. */
const shown = 5;

/** What the page of a renter asks the list of contracts for. */
export function latestContracts(uid: string): { renter: string; limit: number } {
  return { renter: uid, limit: shown };
}
