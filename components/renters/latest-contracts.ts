/** How many contracts the page of a renter shows. */
const shown = 5;

export function latestContracts(uid: string): { renter: string; limit: number } {
  return { renter: uid, limit: shown };
}
