import { useState } from "react";

/** The choices in the order in which they were first shown, so that counts that come later move nothing under the pointer. */
export function useStableOrder<Choice extends { value: string }>(choices: readonly Choice[]): readonly Choice[] {
  const [order] = useState(() => new Map(choices.map(({ value }, place) => [value, place])));
  const placeOf = ({ value }: Choice) => order.get(value) ?? order.size;
  return choices.toSorted((a, b) => placeOf(a) - placeOf(b));
}
