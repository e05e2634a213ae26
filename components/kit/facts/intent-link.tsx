"use client";

import Link from "next/link";
import { useState } from "react";
import type { ComponentProps } from "react";

type Props = Omit<ComponentProps<typeof Link>, "prefetch" | "onPointerEnter" | "onFocus">;

/** A link among many: what it leads to is fetched ahead only once it is pointed at, touched or focused, not for being in sight. */
export function IntentLink(props: Props) {
  const [isMeant, setMeant] = useState(false);
  const mean = () => setMeant(true);
  return <Link {...props} prefetch={isMeant ? null : false} onPointerEnter={mean} onFocus={mean} />;
}
