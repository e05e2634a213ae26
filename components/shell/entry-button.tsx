import { useTranslations } from "next-intl";
import { LinkButton } from "#components/ui/link-button.tsx";

/** Leads to the signed-in user's first page, or else to the sign-in. */
export function EntryButton({ home }: { home: string | undefined }) {
  const t = useTranslations("shell");
  return <LinkButton href={home ?? "/sign-in"}>{t(home === undefined ? "signIn" : "portal")}</LinkButton>;
}
