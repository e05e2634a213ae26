import { getFormatter, getTranslations } from "next-intl/server";
import { KeyValue, KeyValueList } from "#components/kit/facts/facts.tsx";
import { Badge } from "#components/ui/badge.tsx";
import { TitledCard } from "#components/ui/card.tsx";
import { Link } from "#components/ui/link.tsx";
import type { Plan as PlanData } from "#lib/developer/overview/read.ts";
import { publicTariffName } from "#lib/insurance/prices/schema.ts";
import type { Environment } from "#lib/platform/environments.ts";

/** The limits, features and tariff that support has set for the partner. */
export async function Plan({ environment, plan }: { environment: Environment; plan: PlanData }) {
  const [t, settings, format] = await Promise.all([getTranslations("keys.plan"), getTranslations("partners.settings"), getFormatter()]);
  const { requestsPerMinute, limited, openContractsLimit, features, tariff } = plan;
  return (
    <TitledCard className="mt-8" title={t("title")}>
      <KeyValueList className="lg:grid-cols-4">
        <KeyValue name={t("rateLimit")}>{t("perMinute", { count: format.number(requestsPerMinute) })}</KeyValue>
        <KeyValue name={t("limited")}>
          {limited === 0 ? (
            "0"
          ) : (
            <Link
              href={`/${environment}/calls?status=429&source=system,command_line`}
              className="font-medium text-warning underline underline-offset-3"
            >
              {format.number(limited)}
            </Link>
          )}
        </KeyValue>
        <KeyValue name={settings("openContractsLimit")}>
          {openContractsLimit === null ? t("unlimited") : format.number(openContractsLimit)}
        </KeyValue>
        <KeyValue name={settings("tariff")}>
          {tariff === null
            ? null
            : t("tariff", { name: tariff.name === publicTariffName ? settings("publicTariff") : tariff.name, version: tariff.version })}
        </KeyValue>
        <KeyValue name={settings("features")} wide>
          {features.length === 0 ? (
            t("noFeatures")
          ) : (
            <span className="flex flex-wrap gap-1.5">
              {features.map((feature) => (
                <Badge key={feature} tone="outline">
                  {settings(`featureNames.${feature}`)}
                </Badge>
              ))}
            </span>
          )}
        </KeyValue>
      </KeyValueList>
    </TitledCard>
  );
}
