export interface Plan {
  name: string;
  /** Steps that it waits for, where they run at all. */
  after?: readonly string[];
  /** It measures or restarts things that other tests would slow down. */
  alone?: boolean;
}

/** The next of the waiting steps that may start beside the active ones; undefined while none may. */
export function planNext<Step extends Plan>(
  waiting: readonly Step[],
  active: readonly string[],
  { all, lanes }: { all: readonly Plan[]; lanes: number },
): Step | undefined {
  if (active.length >= lanes || all.some(({ name, alone }) => alone === true && active.includes(name))) return undefined;
  const isUnfinished = (name: string) => active.includes(name) || waiting.some((step) => step.name === name);
  return waiting.find(({ after = [], alone = false }) => !after.some(isUnfinished) && (!alone || (active.length === 0 && isLast())));

  /** Others go first, since a step that runs alone leaves lanes empty. */
  function isLast(): boolean {
    return waiting.every(({ alone = false }) => alone);
  }
}
