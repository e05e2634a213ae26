"use client";

import { useTranslations } from "next-intl";
import { Slot } from "radix-ui";
import { useEffect, useRef, useState } from "react";
import type { ComponentType, ReactNode } from "react";
import { notify } from "#components/kit/states/notify.ts";

/**
 * A button whose menu, dialog or popover is loaded on first hover and replaces it, open, on first use. `load` imports the replacement,
 * which gets the same props, renders the same trigger and starts open. If it cannot be loaded, a notification says so, and the next use
 * tries again.
 */
export function onDemand<Props extends { trigger: ReactNode }>(load: () => Promise<ComponentType<Props>>, opens: "menu" | "dialog") {
  // A failure matters only to a use.
  const prepare = () => void load().catch(() => undefined);
  return function OnDemand(props: Props) {
    const t = useTranslations("common.errors");
    const [Content, setContent] = useState<ComponentType<Props>>();
    if (Content !== undefined) return <Content {...props} />;
    const open = () =>
      load().then(
        (component) => setContent(() => component),
        () => notify("error", t("notLoaded")),
      );
    return (
      <Slot.Root aria-haspopup={opens} aria-expanded={false} onPointerEnter={prepare} onFocus={prepare} onClick={() => void open()}>
        {props.trigger}
      </Slot.Root>
    );
  };
}

/**
 * A part of a page whose script is loaded when it is first shown; `waiting` is shown until then. If the script does not arrive, the rest of
 * the page stays, a notification says so and `onLost` is called. The script is asked for again whenever the part is rendered.
 */
export function loadedPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  waiting: ReactNode = null,
): ComponentType<Props & { onLost?: () => void }> {
  let Part: ComponentType<Props> | undefined;
  return function LoadedPart(props) {
    const t = useTranslations("common.errors");
    const [Shown, setShown] = useState(() => Part);
    const isLoading = useRef(false);
    const isTold = useRef(false);
    const { onLost } = props;
    useEffect(() => {
      if (Shown !== undefined || isLoading.current) return;
      isLoading.current = true;
      void load()
        .then(
          (component) => {
            Part = component;
            setShown(() => component);
          },
          () => {
            if (!isTold.current) notify("error", t("notLoaded"));
            isTold.current = true;
            onLost?.();
          },
        )
        .finally(() => {
          isLoading.current = false;
        });
    });
    return Shown === undefined ? waiting : <Shown {...props} />;
  };
}
