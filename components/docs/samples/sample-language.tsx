"use client";

import { createContext, useContext, useMemo, useState } from "react";
import type { ReactNode } from "react";
import { sampleLanguageCookie } from "#components/docs/samples/sample-languages.ts";
import type { SampleLanguage } from "#components/docs/samples/sample-languages.ts";
import { keepCookie } from "#components/shell/keep-cookie.ts";

interface Choice {
  language: SampleLanguage;
  choose: (language: SampleLanguage) => void;
}

const Chosen = createContext<Choice>({ language: "curl", choose() {} });

/** Shares one choice of language among all samples inside, and stores it in a cookie for the next page. */
export function SampleLanguageProvider({ initial, children }: { initial: SampleLanguage; children: ReactNode }) {
  const [language, setLanguage] = useState(initial);
  const choice = useMemo(
    () => ({
      language,
      choose(next: SampleLanguage) {
        keepCookie(sampleLanguageCookie, next);
        setLanguage(next);
      },
    }),
    [language],
  );
  return <Chosen value={choice}>{children}</Chosen>;
}

export function useSampleLanguage(): Choice {
  return useContext(Chosen);
}
