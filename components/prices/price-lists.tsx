"use client";

import { useQuery } from "@tanstack/react-query";
import { Play } from "lucide-react";
import { useFormatter, useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { TryItDialog } from "#components/docs/try-it.tsx";
import { JsonView } from "#components/kit/code/json-view.tsx";
import { CheckboxChoices } from "#components/kit/form/checkbox-choices.tsx";
import { Field } from "#components/kit/form/field.tsx";
import { useErrorText } from "#components/kit/states/error-state.tsx";
import { ChangesTable, useFigures } from "#components/prices/figures.tsx";
import { pricesQuery } from "#components/prices/queries.ts";
import { SimpleTable } from "#components/prices/simple-table.tsx";
import { useCalculator } from "#components/prices/use-calculator.ts";
import type { CalculatorState, FirstPeriods } from "#components/prices/use-calculator.ts";
import { useProductNames } from "#components/products/use-product-names.ts";
import { useEnvironment } from "#components/shell/environment.tsx";
import { Alert } from "#components/ui/alert.tsx";
import { Badge } from "#components/ui/badge.tsx";
import { Button } from "#components/ui/button.tsx";
import { TitledCard } from "#components/ui/card.tsx";
import { Input } from "#components/ui/input.tsx";
import { NativeSelect } from "#components/ui/native-select.tsx";
import { contractTypesByProductType, productTypeNames, productTypes } from "#lib/insurance/catalogue/catalogue.ts";
import type { Calculation } from "#lib/insurance/prices/calculate.ts";
import { figureOf, figuresOf } from "#lib/insurance/prices/figures.ts";
import type { PriceQuestion } from "#lib/insurance/prices/requests.ts";

/** The price list in force with a calculator, and the next one with its changes. */
export function PriceLists({ first, renterUid, maySend }: { first: FirstPeriods; renterUid: string; maySend: boolean }) {
  const environment = useEnvironment();
  const t = useTranslations("prices");
  const { nameFigure, sayFigure, sayDay } = useFigures();
  const { data } = useQuery(pricesQuery(environment));
  if (data === undefined) return null;
  const { inForce, next } = data;
  return (
    <div className="grid gap-6 [&>*]:min-w-0">
      {next === null ? null : (
        <section className="grid gap-3">
          <h2 className="flex flex-wrap items-center gap-2 text-lg font-semibold tracking-tight">
            {t("nextList", { version: next.tariff.version })} <Badge tone="info">{t("states.next")}</Badge>
          </h2>
          <Alert tone={next.raises ? "warning" : "info"}>
            {t(next.raises ? "rise" : "coming", { day: sayDay(next.tariff.effectiveFrom) })}
          </Alert>
          <ChangesTable changes={next.changes} />
        </section>
      )}
      <Calculator first={first} renterUid={renterUid} maySend={maySend} />
      <section className="grid gap-3">
        <h2 className="flex flex-wrap items-center gap-2 text-lg font-semibold tracking-tight">
          {t("currentList", { version: inForce.version })} <Badge tone="success">{t("states.inForce")}</Badge>
        </h2>
        <p className="text-muted-foreground">{t("currentText", { day: sayDay(inForce.effectiveFrom) })}</p>
        <SimpleTable
          label={t("currentList", { version: inForce.version })}
          headers={[t("figure"), t("value")]}
          rows={figuresOf(inForce.rates).map((figure) => ({
            id: figure.path,
            cells: [nameFigure(figure.path), sayFigure(figureOf(inForce.rates, figure) ?? null, figure.unit)],
          }))}
        />
      </section>
    </div>
  );
}

const one = 10_000;

const operation = { id: "createContract", method: "POST", path: "/contracts" };

/** The price of a product by the list in force, its calculation, and the request that insures it. */
function Calculator({ first, renterUid, maySend }: { first: FirstPeriods; renterUid: string; maySend: boolean }) {
  const t = useTranslations("prices.calculator");
  const calculator = useCalculator(first, renterUid);
  return (
    <TitledCard title={t("title")} contentClassName="grid gap-6 lg:grid-cols-2 [&>*]:min-w-0">
      <div className="grid content-start gap-4 sm:grid-cols-2">
        <ProductFields calculator={calculator} />
        <ContractFields calculator={calculator} />
      </div>
      <Outcome calculator={calculator} maySend={maySend} />
    </TitledCard>
  );
}

function ProductFields({ calculator: { input, errors, change, changeProduct } }: { calculator: CalculatorState }) {
  const t = useTranslations("prices.calculator");
  const { nameType, nameSubtype } = useProductNames();
  const { productType, productSubtype, value } = input;
  return (
    <>
      <Field label={t("product")}>
        {(control) => <Choices {...control} value={productType} choices={productTypeNames} name={nameType} onChange={changeProduct} />}
      </Field>
      <Field label={t("subtype")}>
        {(control) => (
          <Choices
            {...control}
            value={productSubtype}
            choices={productTypes[productType]}
            name={(subtype) => nameSubtype(productType, subtype)}
            onChange={(chosen) => change({ productSubtype: chosen })}
          />
        )}
      </Field>
      <Field label={t("value")} hint={t("valueHint")} error={errors.value ? t("valueFault") : undefined}>
        {(control) => (
          <Input {...control} inputMode="decimal" value={value} onChange={({ currentTarget }) => change({ value: currentTarget.value })} />
        )}
      </Field>
    </>
  );
}

function ContractFields({ calculator: { input, choices, errors, change, changeTerm } }: { calculator: CalculatorState }) {
  const t = useTranslations("prices.calculator");
  const name = useTranslations("contracts");
  const { productType, contractType, start, end, options } = input;
  return (
    <>
      <div className="sm:col-span-2">
        <Field label={t("term")}>
          {(control) => (
            <Choices
              {...control}
              value={contractType}
              choices={contractTypesByProductType[productType]}
              name={(type) => `${type} · ${name(`types.${type}`)}`}
              onChange={changeTerm}
            />
          )}
        </Field>
      </div>
      <Field label={t("start")}>
        {(control) => (
          <Input
            {...control}
            type="datetime-local"
            value={start}
            onChange={({ currentTarget }) => change({ start: currentTarget.value })}
          />
        )}
      </Field>
      <Field label={t("end")} error={errors.end ? t("endFault") : undefined}>
        {(control) => (
          <Input {...control} type="datetime-local" value={end} onChange={({ currentTarget }) => change({ end: currentTarget.value })} />
        )}
      </Field>
      <div className="sm:col-span-2">
        <CheckboxChoices
          legend={name("facts.options")}
          choices={choices.map((option) => ({ value: option, label: name(`options.${option}`), hint: name(`optionTexts.${option}`) }))}
          value={options}
          onChange={(chosen) => change({ options: chosen })}
        />
      </div>
    </>
  );
}

function Choices<Choice extends string>({
  choices,
  name,
  onChange,
  ...control
}: {
  id: string;
  value: Choice;
  choices: readonly Choice[];
  name: (choice: Choice) => string;
  onChange: (choice: Choice) => void;
}) {
  return (
    <NativeSelect {...control} onChange={({ currentTarget }) => onChange(currentTarget.value as Choice)}>
      {choices.map((choice) => (
        <option key={choice} value={choice}>
          {name(choice)}
        </option>
      ))}
    </NativeSelect>
  );
}

/** The steps of the price, and the request that insures the product. */
function Outcome({ calculator, maySend }: { calculator: CalculatorState; maySend: boolean }) {
  const t = useTranslations("prices.calculator");
  const say = useErrorText();
  const { calculation, error, isComplete, question, request } = calculator;
  return (
    <div className="grid content-start gap-4" aria-live="polite">
      {error === null ? null : <p className="text-danger">{say(error)}</p>}
      {isComplete ? null : <p className="text-muted-foreground">{t("incomplete")}</p>}
      {calculation === undefined ? null : <PriceSteps steps={calculation} question={question} />}
      <JsonView text={JSON.stringify(request)} what={t("request")} />
      {maySend ? (
        <div>
          <TryItDialog
            operation={operation}
            makeExample={() => ({ name: t("insure"), body: request })}
            trigger={
              <Button variant="outline" icon={Play}>
                {t("insure")}
              </Button>
            }
          />
        </div>
      ) : null}
    </div>
  );
}

/** How a price came about, a line for each figure that counts. */
function PriceSteps({ steps, question }: { steps: Calculation; question: PriceQuestion }) {
  const t = useTranslations("prices.calculator");
  const name = useTranslations("contracts.options");
  const format = useFormatter();
  const euros = (cents: number) => format.number(cents / 100, { style: "currency", currency: "EUR" });
  const share = (points: number) => format.number(points / one, { style: "percent", maximumFractionDigits: 2 });
  const times = (points: number) => `× ${format.number(points / one, { maximumFractionDigits: 4 })}`;
  return (
    <dl className="grid gap-1">
      <Line name={t("value")}>{euros(question.valueExclCents)}</Line>
      {steps.rates.map(({ option, rate }) => (
        <Line key={option} name={t("rate", { option: name(option) })}>
          {share(rate)}
        </Line>
      ))}
      <Line name={t("termFactor", { type: question.contractType })}>{times(steps.termFactor)}</Line>
      <Line name={t("days")}>{t("daysOfYear", { days: steps.days })}</Line>
      {steps.extras.map(({ option, amountCents }) => (
        <Line key={option} name={name(option)}>
          {t("perMonth", { amount: euros(amountCents), months: steps.months })}
        </Line>
      ))}
      {steps.factors.map(({ option, factor }) => (
        <Line key={option} name={name(option)}>
          {times(factor)}
        </Line>
      ))}
      <Line name={t("tax")}>{share(steps.taxRate)}</Line>
      {steps.isMinimum ? <Line name={t("minimum")}>{euros(steps.priceCents)}</Line> : null}
      <div className="mt-1 flex items-baseline justify-between gap-3 border-t pt-2">
        <dt className="font-medium">{t("price")}</dt>
        <dd className="text-2xl font-semibold tracking-tight tabular-nums">{euros(steps.priceCents)}</dd>
      </div>
    </dl>
  );
}

function Line({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex items-baseline justify-between gap-3 text-sm">
      <dt className="text-muted-foreground">{name}</dt>
      <dd className="tabular-nums">{children}</dd>
    </div>
  );
}
