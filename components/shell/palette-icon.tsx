import { ArrowRight, BookOpen, CircleAlert, Code, History, Play, UserRound, Zap } from "lucide-react";
import type { LucideIcon } from "lucide-react";
import { partnerNavigation, supportNavigation } from "#components/shell/navigation.ts";
import type { PaletteEntry } from "#components/shell/palette-groups.ts";

const items = [...partnerNavigation, ...supportNavigation].flatMap((group) => group.items.flatMap((item) => [item, ...(item.pages ?? [])]));
const others = { action: Play, recent: History, page: BookOpen, operation: Code, event: Zap, error: CircleAlert, people: UserRound };
/** Things have the icons of their pages in the menu. */
const icons: Record<string, LucideIcon> = { ...Object.fromEntries(items.map(({ key, icon }) => [key, icon])), ...others };

export function PaletteIcon({ of }: { of: PaletteEntry["icon"] }) {
  const Icon = icons[of] ?? ArrowRight;
  return <Icon aria-hidden className="size-4 shrink-0 text-muted-foreground" />;
}
