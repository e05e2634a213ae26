"use client";

import { ReasonField } from "#components/portal/reason-field.tsx";
import type { useSettingsForm } from "#components/support/use-settings-form.ts";
import { Button } from "#components/ui/button.tsx";
import { CardContent, CardFooter } from "#components/ui/card.tsx";

/** The end of a form over settings: once something was changed it asks why, then it can be saved. */
export function SettingsActions({
  actions: { isDirty, isSubmitting, reason, setReason, undo },
  words,
}: {
  actions: ReturnType<typeof useSettingsForm>["actions"];
  words: { undo: string; save: string };
}) {
  return (
    <>
      {isDirty ? (
        <CardContent>
          <ReasonField className="min-h-9" value={reason} onChange={(event) => setReason(event.target.value)} />
        </CardContent>
      ) : null}
      <CardFooter>
        <Button variant="outline" disabled={!isDirty || isSubmitting} onClick={undo}>
          {words.undo}
        </Button>
        <Button type="submit" disabled={!isDirty || reason.trim() === "" || isSubmitting}>
          {words.save}
        </Button>
      </CardFooter>
    </>
  );
}
