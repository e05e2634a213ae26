import { useTranslations } from "next-intl";
import { notify } from "#components/kit/states/notify.ts";

/** Says that a person's link is on its way to their mailbox. */
export function useMailNews(): (email: string) => void {
  const t = useTranslations("users.link");
  return (email) => notify("success", t("mailed", { email }));
}
