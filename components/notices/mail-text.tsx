/** The text of an e-mail, split at the links that may be followed (rules/notices.md#mailbox-3). */
export function MailText({ parts, className = "" }: { parts: readonly { part: string; isLink: boolean }[]; className?: string }) {
  return (
    <p className={`[overflow-wrap:anywhere] whitespace-pre-wrap ${className}`}>
      {parts.map(({ part, isLink }, index) =>
        isLink ? (
          // oxlint-disable-next-line react/no-array-index-key -- the parts of a text never change
          <a key={index} href={part} className="text-link underline underline-offset-2">
            {part}
          </a>
        ) : (
          part
        ),
      )}
    </p>
  );
}
