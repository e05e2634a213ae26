const msPerDay = 86_400_000;
/** Where calls are frequent the first of these hold a page; each is four times as long as the one before. */
const firstStretches = [5_000, 20_000, 80_000, 320_000, 1_280_000, 5_120_000, 20_480_000];
/** For so many days back each is looked through by itself, as the log's tables are of a day each; beyond that by the week. */
const singleDays = 31;

/**
 * Where to look first, then next, from one end of a time towards the other: the moments, in milliseconds since 1970, at which one
 * stretch ends and the next begins. Short ones first, then days of the log, so that whoever stops once enough is found has read little.
 */
export function timeWindows({ from, to }: { from: number; to: number }): number[] {
  const direction = to < from ? -1 : 1;
  const cuts = [
    ...firstStretches.map((length) => from + direction * length),
    ...midnightsFrom(from + direction * (firstStretches.at(-1) ?? 0), to),
  ];
  return cuts.filter((cut) => direction * (to - cut) > 0);
}

function midnightsFrom(from: number, to: number): number[] {
  const direction = to < from ? -1 : 1;
  const nearest = (direction < 0 ? Math.ceil(from / msPerDay) - 1 : Math.floor(from / msPerDay) + 1) * msPerDay;
  const midnights: number[] = [];
  let midnight = nearest;
  while (direction * (to - midnight) > 0) {
    midnights.push(midnight);
    midnight += direction * stepAfter(midnights.length);
  }
  return midnights;
}

function stepAfter(count: number): number {
  return (count < singleDays ? 1 : 7) * msPerDay;
}
