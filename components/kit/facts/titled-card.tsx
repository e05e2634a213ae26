import type { ComponentProps, ReactNode } from "react";
import { Card, CardAction, CardContent, CardDescription, CardHeader, CardTitle } from "#components/ui/card.tsx";

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
