/**
 * The present moment. Only this file reads the time, so that it can be told what time it is: an entry (a request, a job's run, a
 * command) reads it once, and everything below takes that moment as `now`.
 */
export function currentTime(): Date {
  return new Date();
}
