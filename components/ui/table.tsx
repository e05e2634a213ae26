import type { ComponentProps } from "react";
import { cn } from "#components/ui/class-names.ts";

export function Table({ className, ...props }: ComponentProps<"table">) {
  return (
    <table data-slot="table" className={cn("w-full caption-bottom border-separate border-spacing-0 text-left", className)} {...props} />
  );
}

export function TableHeader({ className, ...props }: ComponentProps<"thead">) {
  return <thead className={className} {...props} />;
}

export function TableBody({ className, ...props }: ComponentProps<"tbody">) {
  return <tbody className={cn("[&>tr:last-child>*]:border-b-0", className)} {...props} />;
}

export function TableRow({ className, ...props }: ComponentProps<"tr">) {
  return <tr className={className} {...props} />;
}

export function TableHead({ className, ...props }: ComponentProps<"th">) {
  return (
    <th
      scope="col"
      className={cn("h-8 border-b px-3 text-xs font-medium whitespace-nowrap text-muted-foreground first:pl-5 last:pr-5", className)}
      {...props}
    />
  );
}

/** On a phone the row has the padding and border, since it is not laid out as a table row there. */
export function TableCell({ className, ...props }: ComponentProps<"td">) {
  return <td className={cn("align-middle sm:border-b sm:px-3 sm:py-1.5 sm:first:pl-5 sm:last:pr-5", className)} {...props} />;
}
