import type { LucideIcon } from "lucide-react";
import type { ComponentProps } from "react";
import { Button } from "#components/ui/button.tsx";
import { Link } from "#components/ui/link.tsx";

type Props = ComponentProps<typeof Link> & Pick<ComponentProps<typeof Button>, "variant" | "size"> & { icon?: LucideIcon };

/** A link that looks like a button. */
export function LinkButton({ variant, size, className, icon: Icon, children, ...props }: Props) {
  return (
    <Button asChild variant={variant} size={size} className={className}>
      <Link {...props}>
        {Icon && <Icon aria-hidden />}
        {children}
      </Link>
    </Button>
  );
}
