import { useQuery } from "@tanstack/react-query";
import { useTimeZone } from "next-intl";
import { useState } from "react";
import { calculationQuery } from "#components/prices/queries.ts";
import { useEnvironment } from "#components/shell/environment.tsx";
import { contractTypesByProductType, optionsByTerm, optionsOf, productTypes } from "#lib/insurance/catalogue/catalogue.ts";
import type { ContractType, Option, ProductSubtype, ProductType, Term } from "#lib/insurance/catalogue/catalogue.ts";
import { insuringRequest } from "#lib/insurance/prices/rules/insuring-request.ts";
import { readAmount } from "#lib/platform/text/typed-numbers.ts";
import { calendarOf } from "#lib/platform/time/calendar.ts";

const maxValueCents = 100_000_000;

/** The initial periods of the calculator: a start, and the usual end of each contract type. */
export interface FirstPeriods {
  start: Date;
  ends: Record<ContractType, Date>;
}

/** The fields as they are typed; dates are local to the viewer, such as `2026-05-01T09:00`. */
export interface CalculatorInput {
  productType: ProductType;
  productSubtype: ProductSubtype;
  contractType: ContractType;
  value: string;
  start: string;
  end: string;
  options: readonly Option[];
}

export type CalculatorState = ReturnType<typeof useCalculator>;

/** The input of the calculator, what is wrong with it, the price by the list in force, and the request that insures the product. */
export function useCalculator(first: FirstPeriods, uid: string) {
  const environment = useEnvironment();
  const calendar = calendarOf(useTimeZone() ?? "UTC");
  const typed = (at: Date) => calendar.localOf(at.getTime());
  const [input, setInput] = useState<CalculatorInput>(() => ({
    productType: "bike",
    productSubtype: "standard",
    contractType: "LCD",
    value: "2400",
    start: typed(first.start),
    end: typed(first.ends.LCD),
    options: ["break", "theft"],
  }));
  const [answeredTerm, setAnsweredTerm] = useState<Term>();
  const { productType, productSubtype, contractType } = input;
  const [startDate, endDate] = [new Date(calendar.instantOf(input.start)), new Date(calendar.instantOf(input.end))];
  const amount = readAmount(input.value, maxValueCents);
  const isDated = !Number.isNaN(startDate.getTime()) && endDate > startDate;
  const term = termFor(contractType, answeredTerm);
  const choices = isDated ? choicesOf(productType, term) : [];
  const options = input.options.filter((option) => choices.includes(option));
  const valueExclCents = "cents" in amount ? amount.cents : 0;
  const question = { uid, productType, productSubtype, contractType, valueExclCents, startDate, endDate, options };
  const isComplete = isDated && valueExclCents > 0;
  const { data, error } = useQuery({ ...calculationQuery(environment, question), enabled: isComplete });
  if (data !== undefined && data.term !== answeredTerm) setAnsweredTerm(data.term);

  const change = (changes: Partial<CalculatorInput>) => setInput((current) => ({ ...current, ...changes }));
  /** The contract type, with its usual end. */
  const termChanges = (type: ContractType): Partial<CalculatorInput> => ({
    contractType: type,
    ...(isDated && { end: typed(new Date(first.ends[type].getTime() + startDate.getTime() - first.start.getTime())) }),
  });
  return {
    input: { ...input, options },
    choices,
    question,
    errors: { value: !("cents" in amount), end: !isDated },
    isComplete,
    calculation: isComplete ? data : undefined,
    error,
    request: insuringRequest(uid, question, isDated ? term : undefined, isDated ? { startDate, endDate } : undefined),
    change,
    changeTerm: (type: ContractType) => change(termChanges(type)),
    changeProduct(type: ProductType) {
      const terms: readonly ContractType[] = contractTypesByProductType[type];
      const needsTerm = !terms.includes(contractType);
      change({ productType: type, productSubtype: productTypes[type][0], ...(needsTerm && termChanges(terms[0] ?? "LCD")) });
    },
  };
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
