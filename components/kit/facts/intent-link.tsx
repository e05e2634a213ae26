"use client";

import Link from "next/link";
import { useState } from "react";
import type { ComponentProps } from "react";

type Props = Omit<ComponentProps<typeof Link>, "prefetch" | "onPointerEnter" | "onFocus">;

/** A link that prefetches its page on hover, touch or focus only, for lists of many links. */
export function IntentLink(props: Props) {
  const [isMeant, setMeant] = useState(false);
  const mean = () => setMeant(true);
  return <Link {...props} prefetch={isMeant ? null : false} onPointerEnter={mean} onFocus={mean} />;
}
