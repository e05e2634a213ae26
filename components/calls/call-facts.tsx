import { useTranslations } from "next-intl";
import { CallLink } from "#components/calls/call-link.tsx";
import { Identifier, KeyValue, KeyValueList } from "#components/kit/facts/facts.tsx";
import { Duration } from "#components/kit/facts/figures.tsx";
import { TextLink } from "#components/kit/facts/text-link.tsx";
import { TimeStamp } from "#components/kit/facts/time-stamp.tsx";
import { useEnvironment } from "#components/shell/use-environment.ts";
import type { CallDetail } from "#lib/developer/calls/read.ts";

/** The facts of a call, with links to its endpoint and its subject. */
export function CallFacts({ call, referenceHref }: { call: CallDetail; referenceHref: string | null }) {
  const environment = useEnvironment();
  const t = useTranslations("calls.facts");
  const sources = useTranslations("calls.sources");
  return (
    <KeyValueList>
      <KeyValue name={t("executionId")} value={<Identifier id={call.executionId} what={t("theExecutionId")} />} />
      {call.replayOf === null ? null : (
        <KeyValue name={t("replayOf")}>
          <CallLink executionId={call.replayOf} href={`/${environment}/calls/${call.replayOf}`} isKept={call.isReplayedKept} />
          <div className="text-sm text-muted-foreground">{t("replayed")}</div>
        </KeyValue>
      )}
      {call.keyUsedBy === null ? null : (
        <KeyValue name={t("keyUsedBy")}>
          <CallLink {...call.keyUsedBy} href={`/${environment}/calls/${call.keyUsedBy.executionId}`} />
          <div className="text-sm text-muted-foreground">{t("keyUsed")}</div>
        </KeyValue>
      )}
      {call.replays.length === 0 ? null : (
        <KeyValue name={t("replays")}>
          <ul className="grid gap-1">
            {call.replays.map(({ executionId, at }) => (
              <li key={executionId} className="flex flex-wrap items-baseline gap-x-3">
                <TextLink href={`/${environment}/calls/${executionId}`}>
                  <span className="font-mono text-sm">{executionId}</span>
                </TextLink>
                <TimeStamp at={at} as="second" />
              </li>
            ))}
          </ul>
        </KeyValue>
      )}
      <KeyValue name={t("time")} value={<TimeStamp at={call.at} as="second" focusable />} />
      <KeyValue name={t("duration")} value={<Duration ms={call.durationMs} />} />
      <KeyValue name={t("endpoint")}>
        {referenceHref === null ? (
          (call.operation ?? t("unknownEndpoint"))
        ) : (
          <TextLink href={referenceHref}>
            <span className="font-mono text-sm">{call.operation}</span>
          </TextLink>
        )}
      </KeyValue>
      <Subject call={call} />
      <KeyValue name={t("key")}>
        {call.keyPreview === null ? t("keyGone") : <code className="font-mono text-sm">{call.keyPreview}…</code>}
      </KeyValue>
      <KeyValue name={t("source")}>
        {sources(call.source)}
        {call.source === "system" ? null : (
          <div className="text-sm text-muted-foreground">{t(call.source === "command_line" ? "noProgress" : "notCounted")}</div>
        )}
      </KeyValue>
      {call.ip === null ? null : <KeyValue name={t("ip")} value={<code className="font-mono text-sm">{call.ip}</code>} />}
      {call.userAgent === null ? null : <KeyValue name={t("userAgent")}>{call.userAgent}</KeyValue>}
    </KeyValueList>
  );
}

/** The contract, claim or product that the call was about. */
function Subject({ call: { subjectId, path } }: { call: CallDetail }) {
  const environment = useEnvironment();
  const t = useTranslations("calls.facts");
  if (subjectId === null) return null;
  const id = encodeURIComponent(subjectId);
  const noun = path.split("/").find((part) => part !== "" && part !== "v2" && part !== "sandbox");
  const page = noun === "contracts" || noun === "products" || noun === "claims" ? noun : null;
  return (
    <KeyValue name={page === null ? t("subject") : t(page)}>
      {page === null ? (
        <Identifier id={subjectId} what={t("theSubject")} />
      ) : (
        <TextLink href={`/${environment}/${page}/${id}`}>
          <span className="font-mono text-sm">{subjectId}</span>
        </TextLink>
      )}
      <div className="text-sm">
        <TextLink href={`/${environment}/calls?search=${id}`}>{t("ofSubject")}</TextLink>
      </div>
    </KeyValue>
  );
}
