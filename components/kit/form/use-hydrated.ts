import { useSyncExternalStore } from "react";

const never = () => () => undefined;

/** False until the page's script has taken over: until then, a field with a value would lose what is typed. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}
