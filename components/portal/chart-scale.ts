const niceSteps = [1, 2, 2.5, 5, 10];
const fewestSteps = 3;

/**
 * Round values for the axis of a chart, from 0 to at least the highest value, evenly spaced.
 * `isWhole` where fractions mean nothing, as of counts.
 */
export function axisTicks(highest: number, isWhole: boolean): number[] {
  const rough = Math.max(highest, isWhole ? fewestSteps : Number.MIN_VALUE) / fewestSteps;
  const magnitude = highest <= 0 && !isWhole ? 1 : 10 ** Math.floor(Math.log10(rough));
  const possible = niceSteps.map((step) => step * magnitude).filter((step) => !isWhole || Number.isInteger(step));
  const step = highest <= 0 && !isWhole ? 1 : (possible.findLast((each) => each <= rough * 1.000001) ?? possible[0] ?? 1);
  const count = Math.max(1, Math.ceil(highest / step - 1e-9));
  return Array.from({ length: count + 1 }, (_, index) => Number((index * step).toPrecision(12)));
}

/** Which of so many points are named below a chart: at most `most`, evenly spaced, the last one among them. */
export function labelledPoints(count: number, most: number): number[] {
  if (count === 0) return [];
  const stride = Math.ceil(count / most);
  return Array.from({ length: Math.ceil(count / stride) }, (_, index) => count - 1 - index * stride).toReversed();
}

/** The path of a line through values that lie in a square of 100, height 0 to `top`; broken where nothing was measured. */
export function linePath(values: readonly (number | null)[], top: number): string {
  const span = 100 / Math.max(1, values.length);
  return values
    .map((value, index) => {
      if (value === null) return "";
      const isStart = index === 0 || values[index - 1] === null;
      return `${isStart ? "M" : "L"}${((index + 0.5) * span).toFixed(2)} ${(100 - (value / top) * 100).toFixed(2)}`;
    })
    .join("");
}
