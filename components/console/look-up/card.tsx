"use client";

import {
  ArrowLeftRight,
  Building2,
  CalendarSync,
  FileCheck,
  KeyRound,
  LifeBuoy,
  Package,
  Send,
  Store,
  UserRound,
  Webhook,
  Zap,
} from "lucide-react";
import type { LucideIcon } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { ClaimFacts, ContractFacts, ProductFacts, RenewalFacts } from "#components/console/look-up/insurance.tsx";
import { KeyFacts, PartnerFacts, RenterFacts, UserFacts, WebhookFacts } from "#components/console/look-up/people.tsx";
import { CallFacts, DeliveryFacts, EventFacts } from "#components/console/look-up/traffic.tsx";
import { Card, CardContent, CardHeader, CardTitle } from "#components/ui/card.tsx";
import type { Finding } from "#lib/developer/console/look-up.ts";

const icons: Record<Finding["kind"], LucideIcon> = {
  call: ArrowLeftRight,
  claim: LifeBuoy,
  contract: FileCheck,
  delivery: Send,
  event: Zap,
  webhook: Webhook,
  key: KeyRound,
  partner: Building2,
  product: Package,
  renewal: CalendarSync,
  user: UserRound,
  renter: Store,
};

/** A result of a look-up with its facts and links. Claim handlers have no pages of partners and keys. */
export function FindingCard({ finding, isSupport }: { finding: Finding; isSupport: boolean }) {
  const t = useTranslations("lookup.kinds");
  const Icon = icons[finding.kind];
  return (
    <Card>
      <CardHeader>
        <CardTitle className="flex items-center gap-2">
          <Icon aria-hidden className="size-4.5 text-muted-foreground" />
          {t(finding.kind)}
        </CardTitle>
      </CardHeader>
      <CardContent className="grid gap-5">{factsOf(finding, isSupport)}</CardContent>
    </Card>
  );
}

function factsOf(finding: Finding, isSupport: boolean): ReactNode {
  switch (finding.kind) {
    case "call":
      return <CallFacts call={finding.found} isSupport={isSupport} />;
    case "claim":
      return <ClaimFacts claim={finding.found} isSupport={isSupport} />;
    case "contract":
      return <ContractFacts contract={finding.found} isSupport={isSupport} />;
    case "delivery":
      return <DeliveryFacts delivery={finding.found} isSupport={isSupport} />;
    case "event":
      return <EventFacts event={finding.found} isSupport={isSupport} />;
    case "webhook":
      return <WebhookFacts webhook={finding.found} isSupport={isSupport} />;
    case "key":
      return <KeyFacts data={finding.found} isSupport={isSupport} />;
    case "partner":
      return <PartnerFacts partner={finding.found} isSupport={isSupport} />;
    case "product":
      return <ProductFacts product={finding.found} isSupport={isSupport} />;
    case "renewal":
      return <RenewalFacts renewal={finding.found} isSupport={isSupport} />;
    case "user":
      return <UserFacts user={finding.found} isSupport={isSupport} />;
    case "renter":
      return <RenterFacts renter={finding.found} isSupport={isSupport} />;
  }
}
