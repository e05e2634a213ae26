import {
  ArrowLeftRight,
  Banknote,
  Bell,
  Building2,
  CalendarSync,
  FileCheck,
  History,
  FlaskConical,
  KeyRound,
  LayoutDashboard,
  LifeBuoy,
  Mail,
  Package,
  ReceiptText,
  Rocket,
  ScrollText,
  Search,
  Send,
  Settings,
  ShieldAlert,
  Store,
  Tags,
  TextQuote,
  UserCheck,
  Users,
  Webhook,
  Zap,
} from "lucide-react";
import type { LucideIcon } from "lucide-react";
import { audiences } from "#lib/account/users/rules/authority.ts";
import type { Environment } from "#lib/platform/environments.ts";
import type { Messages } from "#lib/platform/i18n/messages.ts";
import type { Role } from "#lib/platform/roles.ts";

type ShellMessages = Messages["shell"];

export interface NavigationItem {
  /** Its label in `shell.items`. */
  key: keyof ShellMessages["items"];
  /** Below `/development` and `/production`, or below `/support`. */
  path: string;
  icon: LucideIcon;
  /** The roles that see it, which the page itself requires too. */
  roles: readonly Role[];
  /** The only environment with this page. */
  environment?: Environment;
  /** Pages below it in the menu, which shows them while one of the section is open. Their addresses are their own. */
  pages?: readonly Omit<NavigationItem, "pages">[];
}

interface NavigationGroup {
  /** Its title in `shell.groups`; the first and the last group have none. */
  key?: keyof ShellMessages["groups"];
  items: readonly NavigationItem[];
}

const { administrator, developer, member, owner, partner, signedIn, staff, support } = audiences;

/** The portal's menu for a partner's users. */
export const partnerNavigation: readonly NavigationGroup[] = [
  {
    items: [
      {
        ...{ key: "overview", path: "", icon: LayoutDashboard, roles: partner },
        pages: [{ key: "readiness", path: "/readiness", icon: Rocket, roles: developer }],
      },
    ],
  },
  {
    key: "developers",
    items: [
      { key: "calls", path: "/calls", icon: ArrowLeftRight, roles: developer },
      { key: "events", path: "/events", icon: Zap, roles: developer },
      {
        ...{ key: "webhooks", path: "/webhooks", icon: Webhook, roles: developer },
        pages: [{ key: "deliveries", path: "/deliveries", icon: Send, roles: developer }],
      },
      { key: "sandbox", path: "/sandbox", icon: FlaskConical, roles: partner, environment: "development" },
    ],
  },
  {
    key: "insurance",
    items: [
      {
        ...{ key: "contracts", path: "/contracts", icon: FileCheck, roles: member },
        pages: [{ key: "renewals", path: "/renewals", icon: CalendarSync, roles: member }],
      },
      { key: "claims", path: "/claims", icon: LifeBuoy, roles: member },
      { key: "statements", path: "/statements", icon: ReceiptText, roles: member },
      {
        ...{ key: "products", path: "/products", icon: Package, roles: member },
        pages: [{ key: "prices", path: "/prices", icon: Tags, roles: member }],
      },
      { key: "renters", path: "/renters", icon: Store, roles: member },
    ],
  },
  {
    items: [
      {
        ...{ key: "settings", path: "/settings", icon: Settings, roles: signedIn },
        pages: [
          { key: "keys", path: "/keys", icon: KeyRound, roles: developer },
          { key: "alerts", path: "/alerts", icon: Bell, roles: developer },
          { key: "activity", path: "/activity", icon: History, roles: owner },
          { key: "team", path: "/settings/team", icon: Users, roles: owner },
          { key: "notices", path: "/settings/notices", icon: Mail, roles: owner },
        ],
      },
    ],
  },
];

/** The support console's menu for the operator's staff. */
export const supportNavigation: readonly NavigationGroup[] = [
  {
    key: "console",
    items: [
      {
        ...{ key: "partners", path: "/partners", icon: Building2, roles: support },
        pages: [
          { key: "renters", path: "/renters", icon: Store, roles: support },
          { key: "keys", path: "/keys", icon: KeyRound, roles: support },
        ],
      },
      {
        ...{ key: "claims", path: "/claims", icon: LifeBuoy, roles: staff },
        pages: [{ key: "templates", path: "/templates", icon: TextQuote, roles: staff }],
      },
      { key: "payments", path: "/payments", icon: Banknote, roles: staff },
      { key: "approvals", path: "/approvals", icon: UserCheck, roles: staff },
      { key: "contracts", path: "/contracts", icon: FileCheck, roles: staff },
      { key: "statements", path: "/statements", icon: ReceiptText, roles: support },
      { key: "prices", path: "/prices", icon: Tags, roles: support },
      { key: "lookup", path: "/lookup", icon: Search, roles: staff },
      { key: "staff", path: "/staff", icon: Users, roles: administrator },
      {
        ...{ key: "audit", path: "/audit", icon: ScrollText, roles: support },
        pages: [
          { key: "security", path: "/security", icon: ShieldAlert, roles: support },
          { key: "notices", path: "/notices", icon: Mail, roles: support },
        ],
      },
    ],
  },
];

/** The menu that a viewer sees: their role's entries, in this environment. */
export function menuOf({ environment, user: { role } }: { environment?: Environment; user: { role: Role } }): NavigationGroup[] {
  const isSeen = (item: Omit<NavigationItem, "pages">) => item.roles.includes(role) && (item.environment ?? environment) === environment;
  return (environment === undefined ? supportNavigation : partnerNavigation)
    .map((group) => ({
      ...group,
      items: group.items.filter(isSeen).map(({ pages = [], ...item }) => ({ ...item, pages: pages.filter(isSeen) })),
    }))
    .filter(({ items }) => items.length > 0);
}

/** The sections of a partner's settings, below `/settings`. */
export const settingsNavigation = [
  { key: "profile", path: "", roles: audiences.signedIn },
  { key: "security", path: "/security", roles: audiences.signedIn },
  { key: "team", path: "/team", roles: owner },
  { key: "notices", path: "/notices", roles: owner },
  { key: "insured", path: "/insured", roles: owner },
  { key: "apiIntegration", path: "/api-integration", roles: developer },
] as const satisfies { key: keyof Messages["settings"]["tabs"]; path: string; roles: readonly Role[] }[];

/** The roles that a page of the menu requires, by its path; none for a page that is not in the menu (rules/authority.md#roles-3). */
export function rolesOf(path: string): readonly Role[] {
  const [, area = "", section = "", tab = ""] = path.split(/[/?]/);
  const menu = area === "support" ? supportNavigation : partnerNavigation;
  const isSettings = section === "settings" && area !== "support";
  const named = isSettings ? tab : section;
  const place = named === "" ? "" : `/${named}`;
  const items: readonly { path: string; roles: readonly Role[] }[] = isSettings
    ? settingsNavigation
    : menu.flatMap(({ items: own }) => own.flatMap((item) => [item, ...(item.pages ?? [])]));
  return items.find((item) => item.path === place)?.roles ?? [];
}
