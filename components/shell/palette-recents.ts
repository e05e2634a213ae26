const name = "covergate-recent";
const maxKept = 5;

interface Recent {
  title: string;
  href: string;
}

/** Reads the entries opened in this tab, newest first. They end with the tab, so that the next person does not see them. */
export function readRecents(): Recent[] {
  return parse(sessionStorage.getItem(name));
}

export function keepRecent(recent: Recent): void {
  const others = readRecents().filter(({ href }) => href !== recent.href);
  sessionStorage.setItem(name, JSON.stringify([recent, ...others].slice(0, maxKept)));
}

function parse(text: string | null): Recent[] {
  return text === null ? [] : (JSON.parse(text) as Recent[]);
}
