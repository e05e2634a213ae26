export interface Plan {
  name: string;
  /** Steps that it waits for, where they run at all. */
  after?: readonly string[];
  /** How many cores it keeps busy, 1 by default. A step that wants more than there are gets all of them. */
  cores?: number;
  /** It measures or restarts things that other tests would slow down. */
  alone?: boolean;
}

/** The next of the waiting steps that may start beside the active ones on this many cores; undefined while none may. */
export function planNext<Step extends Plan>(
  waiting: readonly Step[],
  active: readonly string[],
  { all, cores }: { all: readonly Plan[]; cores: number },
): Step | undefined {
  const running = all.filter(({ name }) => active.includes(name));
  if (running.some(({ alone = false }) => alone)) return undefined;
  const free = running.reduce((left, step) => left - need(step), cores);
  const isUnfinished = (name: string) => active.includes(name) || waiting.some((step) => step.name === name);
  return waiting.find(
    (step) => need(step) <= free && !step.after?.some(isUnfinished) && (step.alone !== true || (active.length === 0 && isLast())),
  );

  function need(step: Plan): number {
    return Math.min(step.cores ?? 1, cores);
  }

  /** Others go first, since a step that runs alone leaves cores empty. */
  function isLast(): boolean {
    return waiting.every(({ alone = false }) => alone);
  }
}
