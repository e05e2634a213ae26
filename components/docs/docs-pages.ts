import type { Messages } from "#lib/i18n/messages.ts";

/** The pages of the documentation, in the order in which one reads them; their words are in `docs.pages`. */
export const docsPages = [
  { key: "start", href: "/docs" },
  { key: "firstContract", href: "/docs/first-contract" },
  { key: "firstClaim", href: "/docs/first-claim" },
  { key: "webhooks", href: "/docs/webhooks" },
  { key: "sandbox", href: "/docs/sandbox" },
  { key: "errors", href: "/docs/errors" },
  { key: "reference", href: "/docs/reference" },
  { key: "changelog", href: "/docs/changelog" },
] as const satisfies { key: keyof Messages["docs"]["pages"]; href: string }[];
