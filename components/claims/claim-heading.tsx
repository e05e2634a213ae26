import { titleOf } from "#lib/delivery/deliveries/subject.ts";
import type { ClaimInsured } from "#lib/insurance/claims/schema.ts";
import { claimTitle } from "#lib/insurance/claims/title.ts";

/** The heading of a claim's page: what it is about, whose it is, and its number, or a draft's identifier. */
export function ClaimHeading({
  product,
  insured,
  number,
}: {
  product: Parameters<typeof claimTitle>[0] | null;
  insured: Pick<ClaimInsured, "firstName" | "lastName">;
  number: string;
}) {
  const title = titleOf([product === null ? null : claimTitle(product, ""), `${insured.firstName} ${insured.lastName}`.trim()]);
  return (
    <>
      {title} <span className="font-mono text-base font-normal text-muted-foreground">{number}</span>
    </>
  );
}
