/** Durations are counted in exponential classes; eight per doubling give percentiles within 4.5 %. */
export const classesPerDoubling = 8;

/** From microseconds; 0 is in the first class. */
export function classOf(micros: number): number {
  return Math.round(classesPerDoubling * Math.log2(Math.max(micros, 1)));
}

/** The middle of a class in microseconds. */
export function microsOfClass(durationClass: number): number {
  return 2 ** (durationClass / classesPerDoubling);
}
