import type { ReactNode } from "react";
import { Code } from "#components/docs/prose.tsx";

/** The Markdown that the OpenAPI document's descriptions are written in: titles, paragraphs, points, code and strong words. */
export function Markdown({ text }: { text: string }) {
  return text
    .split(/\n{2,}|\n(?=- |## )|(?<=^## [^\n]*)\n/m)
    .reduce<string[][]>(joinPoints, [])
    .map((block, index) => <Block key={index} lines={block} />); // oxlint-disable-line react/no-array-index-key -- the blocks of a text have their place and nothing else
}

function joinPoints(blocks: string[][], piece: string): string[][] {
  const last = blocks.at(-1);
  return piece.startsWith("- ") && last?.[0]?.startsWith("- ") === true ? [...blocks.slice(0, -1), [...last, piece]] : [...blocks, [piece]];
}

function Block({ lines }: { lines: readonly string[] }) {
  const [first = ""] = lines;
  if (first.startsWith("## ")) return <h2 className="pt-4 text-xl font-semibold tracking-tight">{first.slice(3)}</h2>;
  if (!first.startsWith("- ")) {
    return (
      <p>
        <Inline text={first} />
      </p>
    );
  }
  return (
    <ul className="grid list-disc gap-1.5 pl-5 marker:text-muted-foreground">
      {lines.map((line) => (
        <li key={line} className="pl-1">
          <Inline text={line.slice(2)} />
        </li>
      ))}
    </ul>
  );
}

export function Inline({ text }: { text: string }): ReactNode {
  return text.split(/(`[^`]+`|\*\*[^*]+\*\*)/).map((piece, index) => {
    if (piece.startsWith("`")) return <Code key={index}>{piece.slice(1, -1)}</Code>; // oxlint-disable-line react/no-array-index-key -- as above
    if (piece.startsWith("**")) return <strong key={index}>{piece.slice(2, -2)}</strong>; // oxlint-disable-line react/no-array-index-key -- as above
    return piece;
  });
}
