import { useTranslations } from "next-intl";
import { Button } from "#components/ui/button.tsx";
import { Link } from "#components/ui/link.tsx";

/** Leads to the signed-in user's first page, or else to the sign-in. */
export function EntryButton({ home }: { home: string | undefined }) {
  const t = useTranslations("shell");
  return (
    <Button asChild>
      <Link href={home ?? "/sign-in"}>{t(home === undefined ? "signIn" : "portal")}</Link>
    </Button>
  );
}
