"use client";

import Form from "next/form";
import { useEffect, useRef } from "react";
import type { ReactNode } from "react";

const pauseMs = 300;

/** A filter form whose state is the address. It submits itself shortly after the last keystroke, or by a button without scripts. */
export function ErrorFilter({ action, children }: { action: string; children: ReactNode }) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  return (
    <search>
      <Form
        action={action}
        scroll={false}
        replace
        className="flex flex-wrap items-end gap-3"
        onChange={({ currentTarget }) => {
          clearTimeout(timer.current);
          timer.current = setTimeout(() => currentTarget.requestSubmit(), pauseMs);
        }}
      >
        {children}
      </Form>
    </search>
  );
}
