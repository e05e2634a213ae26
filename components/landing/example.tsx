import { getTranslations } from "next-intl/server";
import { readJsonTokens } from "#components/kit/code/json-view.tsx";
import type { TokenKind } from "#components/kit/code/json-view.tsx";
import { publicTariff } from "#lib/insurance/prices/public-tariff.ts";
import { premium } from "#lib/insurance/prices/rules/premium.ts";
import { eurosFromCents } from "#lib/platform/money/money.ts";
import { insurerCalendar } from "#lib/platform/time/days-and-months.ts";

const start = new Date("2027-06-12T08:00:00.000Z");
const end = new Date("2027-06-13T08:00:00.000Z");
const value = 2490;
const options = ["break", "theft"] as const;

const request = {
  uid: "cycles-du-canal",
  contract_type: "LCD",
  start_date: start.toISOString(),
  end_date: end.toISOString(),
  options,
  products: [{ product_type: "bike", product_subtype: "electric", value_excl: value, brand: "Moustache", model: "Lundi 27" }],
};

const colours: Record<TokenKind, string> = {
  key: "text-[oklch(0.83_0.07_215)]",
  string: "text-[oklch(0.87_0.1_150)]",
  number: "text-[oklch(0.86_0.11_82)]",
  literal: "text-[oklch(0.83_0.09_300)]",
  punctuation: "text-white/55",
  space: "",
  text: "",
};

/** A preview request with its answer, priced by the current public tariff. */
export async function Example() {
  const t = await getTranslations("landing");
  const price = eurosFromCents(
    premium(publicTariff.rates, {
      productType: "bike",
      productSubtype: "standard",
      valueExclCents: value * 100,
      startDate: start,
      endDate: end,
      contractType: "LCD",
      ...insurerCalendar,
      options,
    }),
  );
  const answer = { status: "success", contract: { contract_type: "LCD", price } };
  return (
    <figure className="overflow-hidden rounded-xl border border-white/10 bg-[oklch(0.235_0.035_222)] text-[oklch(0.93_0.01_210)] shadow-lg">
      <figcaption className="flex items-center justify-between gap-3 border-b border-white/10 px-4 py-2.5 text-sm">
        <span className="font-medium">{t("exampleTitle")}</span>
        <span className="font-mono text-xs text-white/70">POST /v2/contracts?preview=true</span>
      </figcaption>
      <Json text={JSON.stringify(request)} label={t("request")} />
      <div className="border-t border-white/10 bg-black/20">
        <Json text={JSON.stringify(answer)} label={t("answer")} />
      </div>
    </figure>
  );
}

function Json({ text, label }: { text: string; label: string }) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reached by the keyboard
    <pre tabIndex={0} aria-label={label} className="overflow-x-auto px-4 py-3 font-mono text-xs leading-[1.6] -outline-offset-2">
      <code>
        {readJsonTokens(text).map((token, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- the tokens of a text have their place and nothing else
          <span key={index} className={colours[token.kind]}>
            {token.text}
          </span>
        ))}
      </code>
    </pre>
  );
}
