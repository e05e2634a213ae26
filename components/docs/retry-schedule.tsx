import { getTranslations } from "next-intl/server";
import { decideOutcome } from "#lib/delivery/deliveries/rules/retries.ts";

const minute = 60_000;

export async function RetrySchedule() {
  const t = await getTranslations("docs.guide.retries");
  const rows = [t("atOnce"), ...retryMinutes().map((minutes) => t("after", { minutes }))];
  return (
    <div className="max-w-xl overflow-hidden rounded-lg border bg-card shadow-xs">
      <table className="w-full text-left [overflow-wrap:anywhere]">
        <thead className="border-b text-sm text-muted-foreground">
          <tr>
            <th className="w-1/4 px-4 py-2 font-medium">{t("attempt")}</th>
            <th className="px-4 py-2 font-medium">{t("when")}</th>
          </tr>
        </thead>
        <tbody className="divide-y">
          {rows.map((when, index) => (
            <tr key={when}>
              <th scope="row" className="px-4 py-2 font-mono font-medium">
                {index + 1}
              </th>
              <td className="px-4 py-2">{when}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** The minutes between a failed attempt and the next one, attempt by attempt. */
export function retryMinutes(): number[] {
  const endedAt = new Date(0);
  const minutes: number[] = [];
  for (let cycleAttempt = 1; ; cycleAttempt += 1) {
    const { nextAttemptAt } = decideOutcome({ cycleAttempt, succeeded: false, endedAt });
    if (nextAttemptAt === null) return minutes;
    minutes.push(nextAttemptAt.getTime() / minute);
  }
}
