import { getTranslations } from "next-intl/server";
import { requirePartner } from "#app/_session/session.ts";
import type { WorldPageProps } from "#app/_session/session.ts";
import { titled } from "#app/_session/titled.ts";
import { prefetch, Prefetched } from "#components/kit/api/prefetched.tsx";
import { PriceLists } from "#components/prices/price-lists.tsx";
import { pricesQuery } from "#components/prices/queries.ts";
import type { FirstPeriods } from "#components/prices/use-calculator.ts";
import { PageHeader } from "#components/shell/page-header.tsx";
import { isAmong } from "#lib/account/users/rules/authority.ts";
import { listAttachedRenters } from "#lib/account/worlds/find.ts";
import { findAttached } from "#lib/insurance/renters/find.ts";
import { insurerZone } from "#lib/platform/time/calendar.ts";
import { addDays, addMonths } from "#lib/platform/time/days-and-months.ts";

export const generateMetadata = titled("prices.title");

export default async function PricesPage({ params }: WorldPageProps) {
  const ctx = await requirePartner((await params).environment, "member");
  const { environment, partnerId } = ctx.world;
  const t = await getTranslations("prices");
  const [renterUid = ""] = await listAttachedRenters(partnerId, environment);
  const renter = await findAttached(ctx.world, renterUid);
  await prefetch(ctx, pricesQuery(environment));
  return (
    <Prefetched areas={["contracts", "prices", "tryIt"]}>
      <PageHeader title={t("title")} description={t("description")} />
      <PriceLists
        first={firstPeriods(ctx.now, renter?.timeZone ?? insurerZone)}
        renterUid={renterUid}
        maySend={environment === "development" && isAmong("developer", ctx.user.role)}
      />
    </Prefetched>
  );
}

/** From tomorrow on, for two days, three months or a year. */
function firstPeriods(now: Date, timeZone: string): FirstPeriods {
  const calendar = { timeZone, renewalDay: null };
  const start = addDays(now, 1, calendar);
  return { start, ends: { LCD: addDays(start, 2, calendar), LMD: addMonths(start, 3, calendar), LLD: addMonths(start, 12, calendar) } };
}
