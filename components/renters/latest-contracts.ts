/** Number of contracts on a renter's page. */
const shown = 5;

export function latestContracts(uid: string): { renter: string; limit: number } {
  return { renter: uid, limit: shown };
}
