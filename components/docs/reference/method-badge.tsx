import { Badge } from "#components/ui/badge.tsx";
import type { BadgeTone } from "#components/ui/badge.tsx";
import type { Method } from "#lib/platform/wire/endpoint.ts";

const tones: Record<Method, BadgeTone> = { GET: "info", POST: "success", PUT: "warning", PATCH: "warning", DELETE: "danger" };

export function MethodBadge({ method }: { method: Method }) {
  return (
    <Badge tone={tones[method]} className="font-mono">
      {method}
    </Badge>
  );
}
