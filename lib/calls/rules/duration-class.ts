/** Durations are counted in classes, so many to a doubling: a percentile read from them is right to 4.5 %. */
export const classesPerDoubling = 8;

/** The class of a duration in microseconds; what took no time at all is of the first. */
export function classOf(micros: number): number {
  return Math.round(classesPerDoubling * Math.log2(Math.max(micros, 1)));
}

/** The middle of a class in microseconds. */
export function microsOfClass(durationClass: number): number {
  return 2 ** (durationClass / classesPerDoubling);
}
