"use client";

import Form from "next/form";
import { useEffect, useRef } from "react";
import type { ReactNode } from "react";

const pauseMs = 300;

/** A form of filters that the address keeps: sends itself a moment after the last letter, and by the button where no script runs. */
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
