import {
  Ban,
  BellRing,
  Check,
  CircleCheck,
  CircleDashed,
  CircleDot,
  CircleX,
  Clock,
  Hourglass,
  Lock,
  MailQuestionMark,
  Pause,
  RefreshCw,
  Send,
  TriangleAlert,
} from "lucide-react";
import type { LucideIcon } from "lucide-react";
import { useTranslations } from "next-intl";
import { Badge } from "#components/ui/badge.tsx";
import type { BadgeTone } from "#components/ui/badge.tsx";

interface Look {
  icon: LucideIcon;
  tone: BadgeTone;
}

/** The look of each status: an icon and a label, so that colour is never the only sign. Labels are in `common.statuses`. */
const looks = {
  alert: {
    clear: { icon: CircleCheck, tone: "success" },
    alerting: { icon: BellRing, tone: "warning" },
    failing: { icon: TriangleAlert, tone: "danger" },
    tooFewCalls: { icon: Clock, tone: "neutral" },
    off: { icon: Pause, tone: "neutral" },
  },
  contract: {
    open: { icon: CircleDot, tone: "success" },
    closed: { icon: Check, tone: "neutral" },
    cancel: { icon: Ban, tone: "neutral" },
    terminated: { icon: CircleX, tone: "warning" },
    has_been_replaced: { icon: RefreshCw, tone: "neutral" },
  },
  delivery: {
    pending: { icon: Clock, tone: "neutral" },
    delivering: { icon: Send, tone: "info" },
    succeeded: { icon: CircleCheck, tone: "success" },
    retrying: { icon: RefreshCw, tone: "warning" },
    failed: { icon: CircleX, tone: "danger" },
    cancelled: { icon: Ban, tone: "neutral" },
  },
  payment: {
    pending_approval: { icon: Clock, tone: "neutral" },
    approved: { icon: Clock, tone: "info" },
    executing: { icon: Send, tone: "info" },
    paid: { icon: CircleCheck, tone: "success" },
    failed: { icon: CircleX, tone: "danger" },
    cancelled: { icon: Ban, tone: "neutral" },
    declined: { icon: Ban, tone: "neutral" },
  },
  renewal: {
    scheduled: { icon: Clock, tone: "info" },
    applied: { icon: CircleCheck, tone: "success" },
    rejected: { icon: Ban, tone: "neutral" },
    dropped: { icon: CircleDashed, tone: "neutral" },
  },
  claim: {
    draft: { icon: CircleDashed, tone: "neutral" },
    submitted: { icon: Clock, tone: "info" },
    in_progress: { icon: CircleDot, tone: "info" },
    pending_info: { icon: TriangleAlert, tone: "warning" },
    closed: { icon: CircleCheck, tone: "success" },
    rejected: { icon: CircleX, tone: "danger" },
    abandoned: { icon: Ban, tone: "neutral" },
    archived: { icon: Ban, tone: "neutral" },
  },
  document: {
    waiting_for: { icon: CircleDashed, tone: "warning" },
    to_verify: { icon: Clock, tone: "info" },
    accepted: { icon: CircleCheck, tone: "success" },
    rejected: { icon: CircleX, tone: "danger" },
  },
  /** The statuses as the partner sees them. */
  ownDocument: {
    waiting_for: { icon: CircleDashed, tone: "warning" },
    not_sent: { icon: CircleDashed, tone: "neutral" },
    to_verify: { icon: Clock, tone: "info" },
    accepted: { icon: CircleCheck, tone: "success" },
    rejected: { icon: CircleX, tone: "danger" },
  },
  key: {
    active: { icon: CircleCheck, tone: "success" },
    expiring: { icon: Hourglass, tone: "warning" },
    expired: { icon: Clock, tone: "neutral" },
    revoked: { icon: Lock, tone: "danger" },
  },
  webhook: {
    enabled: { icon: CircleCheck, tone: "success" },
    disabled: { icon: Pause, tone: "neutral" },
    failing: { icon: TriangleAlert, tone: "danger" },
  },
  partner: {
    active: { icon: CircleCheck, tone: "success" },
    suspended: { icon: Pause, tone: "danger" },
  },
  user: {
    active: { icon: CircleCheck, tone: "success" },
    invited: { icon: MailQuestionMark, tone: "info" },
    disabled: { icon: Ban, tone: "neutral" },
  },
} as const satisfies Record<string, Record<string, Look>>;

type Looks = typeof looks;
type StatusOf = { [Thing in keyof Looks]: { of: Thing; status: keyof Looks[Thing] } }[keyof Looks];

/** `<StatusBadge of="delivery" status={delivery.status} />` */
export function StatusBadge(props: StatusOf) {
  const t = useTranslations("common.statuses");
  const ofThing: Record<string, Look> = looks[props.of];
  const { icon: Icon, tone } = ofThing[props.status] ?? { icon: CircleDashed, tone: "neutral" };
  return (
    <Badge tone={tone}>
      <Icon aria-hidden />
      {t(`${props.of}.${props.status}` as "contract.open")}
    </Badge>
  );
}

export function HttpStatus({ status }: { status: number }) {
  const [icon, tone]: [LucideIcon, BadgeTone] =
    status >= 500
      ? [CircleX, "danger"]
      : status >= 400
        ? [TriangleAlert, "warning"]
        : status >= 300
          ? [CircleDashed, "neutral"]
          : [CircleCheck, "success"];
  const Icon = icon;
  return (
    <Badge tone={tone} className="font-mono">
      <Icon aria-hidden />
      {status}
    </Badge>
  );
}
