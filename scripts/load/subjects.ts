/** So many contracts and products are called about; the first of them far more often than the last. */
export const loadSubjects = 300_000;

/** The identifier of the contract that is called about so often: `0` the most. */
export function contractOf(place: number): string {
  return `01K${place.toString(16).toUpperCase().padStart(23, "0")}`;
}
