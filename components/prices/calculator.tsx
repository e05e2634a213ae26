"use client";

import { useQuery } from "@tanstack/react-query";
import { Play } from "lucide-react";
import { useTimeZone, useTranslations } from "next-intl";
import { useState } from "react";
import { TryItDialog } from "#components/docs/try-it.tsx";
import { useFailureText } from "#components/kit/api/use-failure-text.ts";
import { JsonView } from "#components/kit/code/json-view.tsx";
import { CheckboxChoices } from "#components/kit/form/checkbox-choices.tsx";
import { Field } from "#components/kit/form/field.tsx";
import { PriceSteps } from "#components/prices/price-steps.tsx";
import { calculationQuery } from "#components/prices/queries.ts";
import { useProductNames } from "#components/products/use-product-names.ts";
import { useEnvironment } from "#components/shell/use-environment.ts";
import { Button } from "#components/ui/button.tsx";
import { Card, CardContent, CardHeader, CardTitle } from "#components/ui/card.tsx";
import { Input } from "#components/ui/input.tsx";
import { NativeSelect } from "#components/ui/native-select.tsx";
import {
  contractTypesByProductType,
  optionsByTerm,
  optionsOf,
  productTypeNames,
  productTypes,
} from "#lib/insurance/catalogue/catalogue.ts";
import type { ContractType, Option, ProductSubtype, ProductType, Term } from "#lib/insurance/catalogue/catalogue.ts";
import { insuringRequest } from "#lib/insurance/prices/rules/insuring-request.ts";
import { readAmount } from "#lib/platform/text/typed-numbers.ts";
import { calendarOf } from "#lib/platform/time/calendar.ts";

const maxValueCents = 100_000_000;
const operation = { id: "createContract", method: "POST", path: "/contracts" };

/** The initial periods of the calculator: a start, and the usual end of each contract type. */
export interface FirstPeriods {
  start: Date;
  ends: Record<ContractType, Date>;
}

/** The server says whether an LMD is long, since that is counted by the renter's calendar. */
function termFor(contractType: ContractType, answered: Term | undefined): Term {
  if (contractType !== "LMD") return contractType;
  return answered === "LMD_6_months_or_more" ? answered : "LMD_under_6_months";
}

/** `client_theft` cannot be chosen: it is in the price where a contract has it by itself. */
function choicesOf(productType: ProductType, term: Term): Option[] {
  const ofTerm: readonly Option[] = optionsByTerm[term];
  return optionsOf(productType).filter((option) => option !== "client_theft" && ofTerm.includes(option));
}

/** The price of a product by the list in force, its calculation, and the request that insures it. */
export function Calculator({ first, renterUid, maySend }: { first: FirstPeriods; renterUid: string; maySend: boolean }) {
  const environment = useEnvironment();
  const t = useTranslations("prices.calculator");
  const name = useTranslations("contracts");
  const { nameType, nameSubtype } = useProductNames();
  const say = useFailureText();
  const calendar = calendarOf(useTimeZone() ?? "UTC");
  const typed = (at: Date) => calendar.localOf(at.getTime());
  const [productType, setProductType] = useState<ProductType>("bike");
  const [productSubtype, setProductSubtype] = useState<ProductSubtype>("standard");
  const [contractType, setContractType] = useState<ContractType>("LCD");
  const [value, setValue] = useState("2400");
  const [start, setStart] = useState(() => typed(first.start));
  const [end, setEnd] = useState(() => typed(first.ends.LCD));
  const [answeredTerm, setAnsweredTerm] = useState<Term>();
  const [chosen, setChosen] = useState<Option[]>(["break", "theft"]);
  const [startDate, endDate] = [new Date(calendar.instantOf(start)), new Date(calendar.instantOf(end))];
  const amount = readAmount(value, maxValueCents);
  const isDated = !Number.isNaN(startDate.getTime()) && endDate > startDate;
  const term = termFor(contractType, answeredTerm);
  const choices = isDated ? choicesOf(productType, term) : [];
  const options = chosen.filter((option) => choices.includes(option));
  const valueExclCents = "cents" in amount ? amount.cents : 0;
  const question = { uid: renterUid, productType, productSubtype, contractType, valueExclCents, startDate, endDate, options };
  const isComplete = isDated && valueExclCents > 0;
  const { data, error } = useQuery({ ...calculationQuery(environment, question), enabled: isComplete });
  if (data !== undefined && data.term !== answeredTerm) setAnsweredTerm(data.term);
  const body = insuringRequest(renterUid, question, isDated ? term : undefined, isDated ? { startDate, endDate } : undefined);

  function changeTerm(type: ContractType) {
    setContractType(type);
    if (isDated) setEnd(typed(new Date(first.ends[type].getTime() + startDate.getTime() - first.start.getTime())));
  }
  function changeProduct(type: ProductType) {
    setProductType(type);
    setProductSubtype(productTypes[type][0]);
    const terms: readonly ContractType[] = contractTypesByProductType[type];
    if (!terms.includes(contractType)) changeTerm(terms[0] ?? "LCD");
  }
  return (
    <Card>
      <CardHeader>
        <CardTitle>{t("title")}</CardTitle>
      </CardHeader>
      <CardContent className="grid gap-6 lg:grid-cols-2 [&>*]:min-w-0">
        <div className="grid content-start gap-4 sm:grid-cols-2">
          <Field label={t("product")}>
            {(control) => (
              <NativeSelect
                {...control}
                value={productType}
                onChange={({ currentTarget }) => changeProduct(currentTarget.value as ProductType)}
              >
                {productTypeNames.map((type) => (
                  <option key={type} value={type}>
                    {nameType(type)}
                  </option>
                ))}
              </NativeSelect>
            )}
          </Field>
          <Field label={t("subtype")}>
            {(control) => (
              <NativeSelect
                {...control}
                value={productSubtype}
                onChange={({ currentTarget }) => setProductSubtype(currentTarget.value as ProductSubtype)}
              >
                {productTypes[productType].map((subtype) => (
                  <option key={subtype} value={subtype}>
                    {nameSubtype(productType, subtype)}
                  </option>
                ))}
              </NativeSelect>
            )}
          </Field>
          <Field label={t("value")} hint={t("valueHint")} fault={"cents" in amount ? undefined : t("valueFault")}>
            {(control) => (
              <Input {...control} inputMode="decimal" value={value} onChange={({ currentTarget }) => setValue(currentTarget.value)} />
            )}
          </Field>
          <div className="sm:col-span-2">
            <Field label={t("term")}>
              {(control) => (
                <NativeSelect
                  {...control}
                  value={contractType}
                  onChange={({ currentTarget }) => changeTerm(currentTarget.value as ContractType)}
                >
                  {contractTypesByProductType[productType].map((type) => (
                    <option key={type} value={type}>
                      {type}: {name(`types.${type}`)}
                    </option>
                  ))}
                </NativeSelect>
              )}
            </Field>
          </div>
          <Field label={t("start")}>
            {(control) => (
              <Input {...control} type="datetime-local" value={start} onChange={({ currentTarget }) => setStart(currentTarget.value)} />
            )}
          </Field>
          <Field label={t("end")} fault={isDated ? undefined : t("endFault")}>
            {(control) => (
              <Input {...control} type="datetime-local" value={end} onChange={({ currentTarget }) => setEnd(currentTarget.value)} />
            )}
          </Field>
          <div className="sm:col-span-2">
            <CheckboxChoices
              legend={name("facts.options")}
              choices={choices.map((option) => ({ value: option, label: name(`options.${option}`), hint: name(`optionTexts.${option}`) }))}
              value={options}
              onChange={setChosen}
            />
          </div>
        </div>
        <div className="grid content-start gap-4" aria-live="polite">
          {error === null ? null : <p className="text-danger">{say(error)}</p>}
          {isComplete ? null : <p className="text-muted-foreground">{t("incomplete")}</p>}
          {isComplete && data !== undefined ? <PriceSteps steps={data} question={question} /> : null}
          <JsonView text={JSON.stringify(body)} what={t("request")} />
          {maySend ? (
            <div>
              <TryItDialog
                operation={operation}
                makeExample={() => ({ name: t("insure"), body })}
                trigger={
                  <Button variant="outline">
                    <Play aria-hidden />
                    {t("insure")}
                  </Button>
                }
              />
            </div>
          ) : null}
        </div>
      </CardContent>
    </Card>
  );
}
