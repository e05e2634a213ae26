import { cva } from "class-variance-authority";
import type { VariantProps } from "class-variance-authority";
import type { LucideIcon } from "lucide-react";
import { Slot } from "radix-ui";
import type { ComponentProps, MouseEvent } from "react";
import { cn } from "#components/ui/class-names.ts";

export const buttonVariants = cva(
  "inline-flex shrink-0 items-center justify-center gap-2 rounded-md text-base font-medium whitespace-nowrap transition-colors select-none max-sm:max-w-full max-sm:whitespace-normal aria-disabled:pointer-events-none aria-disabled:opacity-55 [&_svg]:pointer-events-none [&_svg]:shrink-0 [&_svg:not([class*='size-'])]:size-4",
  {
    variants: {
      variant: {
        default: "bg-primary text-primary-foreground shadow-xs hover:bg-primary/90",
        destructive: "bg-destructive text-destructive-foreground shadow-xs hover:bg-destructive/90",
        outline: "border border-input/60 bg-card shadow-xs hover:border-input hover:bg-accent",
        secondary: "bg-secondary text-secondary-foreground hover:bg-accent",
        ghost: "hover:bg-accent hover:text-accent-foreground",
        link: "h-auto p-0 text-link underline-offset-4 hover:underline",
      },
      size: {
        default: "h-9 px-3.5 max-sm:h-auto max-sm:min-h-9 max-sm:py-1",
        sm: "h-8 px-2.5 text-sm max-sm:h-auto max-sm:min-h-8 max-sm:py-1",
        lg: "h-11 px-5 text-lg max-sm:h-auto max-sm:min-h-11 max-sm:py-1",
        icon: "size-9",
        "icon-sm": "size-8",
      },
    },
    compoundVariants: [{ variant: "link", className: "h-auto px-0 max-sm:min-h-0 max-sm:py-0" }],
    defaultVariants: { variant: "default", size: "default" },
  },
);

/**
 * A button, or with `asChild` its child with a button's look. A disabled button keeps the focus, so that keyboard and screen reader users
 * do not lose their place; a click, or Enter in its form, does nothing.
 */
export function Button({
  className,
  variant,
  size,
  asChild = false,
  disabled = false,
  icon: Icon,
  onClick,
  children,
  ...props
}: ComponentProps<"button"> & VariantProps<typeof buttonVariants> & { asChild?: boolean; /** Before the text. */ icon?: LucideIcon }) {
  const Component = asChild ? Slot.Root : "button";
  return (
    <Component
      data-slot="button"
      type={asChild ? undefined : "button"}
      className={cn(buttonVariants({ variant, size, className }))}
      {...(disabled && { "aria-disabled": true })}
      onClick={disabled ? refuse : onClick}
      {...props}
    >
      {Icon === undefined ? (
        children
      ) : (
        <>
          <Icon aria-hidden />
          {children}
        </>
      )}
    </Component>
  );
}

function refuse(event: MouseEvent): void {
  event.preventDefault();
}
