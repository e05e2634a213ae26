"use client";

import NextLink from "next/link";
import { useState } from "react";
import type { ComponentProps, FocusEvent, PointerEvent } from "react";

/** A link that loads its page ahead once the pointer, a finger or the focus is on it, so that a page view loads one page. */
export function Link({ onPointerEnter, onFocus, ...props }: Omit<ComponentProps<typeof NextLink>, "prefetch">) {
  const [isMeant, setMeant] = useState(false);
  return (
    <NextLink
      {...props}
      prefetch={isMeant ? null : false}
      onPointerEnter={(event: PointerEvent<HTMLAnchorElement>) => {
        setMeant(true);
        onPointerEnter?.(event);
      }}
      onFocus={(event: FocusEvent<HTMLAnchorElement>) => {
        setMeant(true);
        onFocus?.(event);
      }}
    />
  );
}
