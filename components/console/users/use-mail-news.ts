import { useTranslations } from "next-intl";
import { notify } from "#components/kit/states/notify.ts";

/** Says whether a person's link is on its way to their mailbox. */
export function useMailNews(): (email: string, outcome: { isMailed: boolean }) => void {
  const t = useTranslations("users.link");
  return (email, { isMailed }) => notify(isMailed ? "success" : "error", t(isMailed ? "mailed" : "notMailed", { email }));
}
