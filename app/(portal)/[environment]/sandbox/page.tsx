import { FlaskConical, LifeBuoy, Zap } from "lucide-react";
import { getTranslations } from "next-intl/server";
import { requirePartner } from "#app/_session/session.ts";
import type { WorldPageProps } from "#app/_session/session.ts";
import { titled } from "#app/_session/titled.ts";
import { Prefetched, prefetch } from "#components/kit/api/prefetched.tsx";
import { EmptyState } from "#components/kit/states/empty-state.tsx";
import { ClockCard } from "#components/sandbox/clock-card.tsx";
import { clockQuery } from "#components/sandbox/queries.ts";
import { StartOver } from "#components/sandbox/start-over.tsx";
import { PageHeader } from "#components/shell/page-header.tsx";
import { Card, TitledCard } from "#components/ui/card.tsx";
import { LinkButton } from "#components/ui/link-button.tsx";
import { Link } from "#components/ui/link.tsx";
import { listOfWorld } from "#lib/account/keys/list.ts";
import { isAmong } from "#lib/account/users/rules/authority.ts";

/** Other pages that use the sandbox; some are for one role. */
const ways = [
  { key: "recipes", href: "/development/events/catalogue", icon: Zap, for: "developer" },
  { key: "insurer", href: "/development/claims", icon: LifeBuoy, for: "member" },
  { key: "rehearsal", href: "/docs/sandbox", icon: FlaskConical, for: "partner" },
] as const;

export const generateMetadata = titled("sandbox.title");

export default async function SandboxPage({ params }: WorldPageProps) {
  const ctx = await requirePartner((await params).environment);
  const t = await getTranslations("sandbox");
  if (ctx.world.environment !== "development") return <Elsewhere title={t("title")} />;
  const isDeveloper = isAmong("developer", ctx.user.role);
  const keys = isDeveloper ? await listOfWorld(ctx) : [];
  const preview = keys.find(({ state }) => state === "active" || state === "expiring")?.preview;
  await prefetch(ctx, clockQuery);
  return (
    <Prefetched areas={["sandbox"]}>
      <PageHeader title={t("title")} description={t("description")} />
      <div className="grid items-start gap-5 xl:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <ClockCard />
        <div className="grid gap-5">
          <TitledCard title={t("more.title")} description={t("more.text")}>
            <ul className="grid gap-1">
              {ways
                .filter((way) => isAmong(way.for, ctx.user.role))
                .map(({ key, href, icon: Icon }) => (
                  <li key={key}>
                    <Link href={href} className="-mx-2 flex items-center gap-2.5 rounded-md px-2 py-2 hover:bg-accent">
                      <Icon aria-hidden className="size-4 shrink-0 text-muted-foreground" />
                      {t(`more.${key}`)}
                    </Link>
                  </li>
                ))}
            </ul>
          </TitledCard>
          {isDeveloper ? <StartOver preview={preview} /> : null}
        </div>
      </div>
    </Prefetched>
  );
}

/** The page in Production, which has no sandbox. */
async function Elsewhere({ title }: { title: string }) {
  const t = await getTranslations("sandbox.elsewhere");
  return (
    <>
      <PageHeader title={title} />
      <Card>
        <EmptyState icon={FlaskConical} title={t("title")} action={<LinkButton href="/development/sandbox">{t("open")}</LinkButton>}>
          {t("text")}
        </EmptyState>
      </Card>
    </>
  );
}
