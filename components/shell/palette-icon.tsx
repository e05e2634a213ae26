import {
  ArrowLeftRight,
  ArrowRight,
  BookOpen,
  Building2,
  CalendarSync,
  CircleAlert,
  Code,
  FileCheck,
  History,
  KeyRound,
  LifeBuoy,
  Package,
  Play,
  ReceiptText,
  Send,
  Store,
  UserRound,
  Webhook,
  Zap,
} from "lucide-react";
import type { LucideIcon } from "lucide-react";
import type { PaletteEntry } from "#components/shell/palette-groups.ts";

const icons: Record<PaletteEntry["icon"], LucideIcon> = {
  go: ArrowRight,
  action: Play,
  recent: History,
  page: BookOpen,
  operation: Code,
  event: Zap,
  error: CircleAlert,
  contracts: FileCheck,
  claims: LifeBuoy,
  products: Package,
  renewals: CalendarSync,
  renters: Store,
  webhooks: Webhook,
  events: Zap,
  calls: ArrowLeftRight,
  deliveries: Send,
  keys: KeyRound,
  statements: ReceiptText,
  partners: Building2,
  people: UserRound,
};

export function PaletteIcon({ of }: { of: PaletteEntry["icon"] }) {
  const Icon = icons[of];
  return <Icon aria-hidden className="size-4 shrink-0 text-muted-foreground" />;
}
