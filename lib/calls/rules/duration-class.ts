/** Durations are counted in classes, so many to a doubling: a percentile read from them is right to 4.5 %. */
export const classesPerDoubling = 8;

/** The middle of a class in microseconds, for `round(classesPerDoubling · log2(microseconds))` (lib/calls/record.ts counts so). */
export function microsOfClass(durationClass: number): number {
  return 2 ** (durationClass / classesPerDoubling);
}
