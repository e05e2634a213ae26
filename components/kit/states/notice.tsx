import { Lock, MapPinOff } from "lucide-react";
import type { Metadata } from "next";
import { getFormatter, getTranslations } from "next-intl/server";
import { headers } from "next/headers";
import { Logo } from "#components/brand/logo.tsx";
import { DocumentTitle } from "#components/kit/states/document-title.tsx";
import { EmptyState } from "#components/kit/states/empty-state.tsx";
import { rolesOf } from "#components/shell/navigation.ts";
import { Notifications } from "#components/shell/notifications.tsx";
import { Button } from "#components/ui/button.tsx";
import { Link } from "#components/ui/link.tsx";

const notices = {
  notFound: { icon: MapPinOff, title: "notFoundTitle", text: "notFound" },
  forbidden: { icon: Lock, title: "forbiddenTitle", text: "forbidden" },
} as const;
type Kind = keyof typeof notices;

/** The title as metadata, independent of the layout's template. */
export async function describeNotice(kind: Kind): Promise<Metadata> {
  return { title: { absolute: await titleOf(kind) } };
}

async function titleOf(kind: Kind): Promise<string> {
  const t = await getTranslations("common.errors");
  return `${t(notices[kind].title)} · Covergate`;
}

/** The explanation instead of a page, inside the shell. `givers` are the people who can give the role that is missing. */
export async function Notice({ kind, givers }: { kind: Kind; givers?: readonly string[] }) {
  const t = await getTranslations("common.errors");
  const { icon, title, text } = notices[kind];
  return (
    <>
      <DocumentTitle>{await titleOf(kind)}</DocumentTitle>
      <h1 className="sr-only">{t(title)}</h1>
      <EmptyState
        icon={icon}
        title={t(title)}
        action={
          <Button asChild variant="outline">
            <Link href="/">{t("home")}</Link>
          </Button>
        }
      >
        {kind === "forbidden" ? await sayWhoMay(givers) : t(text)}
      </EmptyState>
    </>
  );
}

/** Names the roles that may open the page, and who gives them. */
async function sayWhoMay(givers: readonly string[] = []): Promise<string> {
  const [t, word, format] = [await getTranslations("common.errors"), await getTranslations("shell.roles"), await getFormatter()];
  const roles = rolesOf((await headers()).get("x-target") ?? "");
  if (roles.length === 0) return t("forbidden");
  const oneOf = (names: readonly string[]) => format.list(names, { type: "disjunction" });
  const whose = t("forbiddenFor", { roles: oneOf(roles.map((role) => t("quotedRole", { role: word(role) }))) });
  return `${whose} ${givers.length === 0 ? t("forbiddenAsk") : t("forbiddenGivers", { names: oneOf(givers) })}`;
}

/** The explanation as a page without a shell. */
export function NoticePage({ kind }: { kind: Kind }) {
  return (
    <main id="content" className="grid min-h-[80dvh] content-center justify-items-center px-4 py-10">
      <Logo />
      <Notice kind={kind} />
      <Notifications />
    </main>
  );
}
