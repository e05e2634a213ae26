import type { ComponentProps, ReactNode } from "react";
import { cn } from "#components/ui/class-names.ts";

export function Card({ className, ...props }: ComponentProps<"section">) {
  return <section data-slot="card" className={cn("rounded-lg border bg-card text-card-foreground shadow-xs", className)} {...props} />;
}

/** Title and description on the left, `CardAction` on the right; on a phone below a title that leaves it no room. */
export function CardHeader({ className, ...props }: ComponentProps<"div">) {
  return (
    <div
      data-slot="card-header"
      className={cn(
        "grid grid-cols-1 items-start gap-x-4 gap-y-0.5 px-4 pt-4 pb-3 max-sm:has-data-[slot=card-action]:flex max-sm:has-data-[slot=card-action]:flex-wrap max-sm:[&>:first-child]:flex-[1_1_8rem] sm:has-data-[slot=card-action]:grid-cols-[1fr_auto] sm:px-5",
        className,
      )}
      {...props}
    />
  );
}

export function CardTitle({ className, children, ...props }: ComponentProps<"h2">) {
  return (
    <h2 data-slot="card-title" className={cn("text-lg font-semibold tracking-tight", className)} {...props}>
      {children}
    </h2>
  );
}

export function CardDescription({ className, ...props }: ComponentProps<"p">) {
  return (
    <p
      data-slot="card-description"
      className={cn("max-w-prose text-muted-foreground max-sm:order-last max-sm:basis-full", className)}
      {...props}
    />
  );
}

export function CardAction({ className, ...props }: ComponentProps<"div">) {
  return (
    <div
      data-slot="card-action"
      className={cn("col-start-2 row-start-1 flex flex-wrap items-center gap-2 sm:row-end-3", className)}
      {...props}
    />
  );
}

export function CardContent({ className, ...props }: ComponentProps<"div">) {
  return <div data-slot="card-content" className={cn("px-4 pb-4 sm:px-5 sm:pb-5", className)} {...props} />;
}

export function CardFooter({ className, ...props }: ComponentProps<"div">) {
  return (
    <div
      data-slot="card-footer"
      className={cn("flex flex-wrap items-center justify-end gap-2 rounded-b-lg border-t bg-muted/60 px-4 py-3 sm:px-5", className)}
      {...props}
    />
  );
}

interface Props extends Omit<ComponentProps<typeof Card>, "title"> {
  title: ReactNode;
  description?: ReactNode;
  /** Buttons or badges beside the title. */
  action?: ReactNode;
  contentClassName?: string;
}

export function TitledCard({ title, description = null, action = null, contentClassName, children, ...props }: Props) {
  return (
    <Card {...props}>
      <CardHeader>
        <CardTitle>{title}</CardTitle>
        {description === null ? null : <CardDescription>{description}</CardDescription>}
        {action === null ? null : <CardAction>{action}</CardAction>}
      </CardHeader>
      <CardContent className={contentClassName}>{children}</CardContent>
    </Card>
  );
}
