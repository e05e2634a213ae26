/** The number of contracts and products in calls; the first are far more frequent than the last. */
export const loadSubjects = 300_000;

/** The contract at a rank of frequency; `0` is the most frequent. */
export function contractOf(place: number): string {
  return `01K${place.toString(16).toUpperCase().padStart(23, "0")}`;
}
