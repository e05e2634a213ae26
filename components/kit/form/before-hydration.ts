import { useLayoutEffect, useSyncExternalStore } from "react";
import type { RefObject } from "react";

/**
 * Takes what was typed into a controlled field before the page's script arrived. React leaves it in the field, but tells nobody, and drops
 * it when the field is next rendered.
 */
export function useTypedEarly(field: RefObject<HTMLInputElement | null>, take: (typed: string) => void): void {
  useLayoutEffect(() => {
    const { current } = field;
    if (current !== null && current.value !== current.defaultValue) take(current.value);
    // oxlint-disable-next-line react/exhaustive-deps -- only what was there at first
  }, []);
}

const never = () => () => undefined;

/** False until the page's script has taken over: until then, a field with a value would lose what is typed. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}
