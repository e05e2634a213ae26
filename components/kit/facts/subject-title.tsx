/** "Moustache Lundi 27 · BC-12345" on one line. Without room for all of it, the name is cut: the marking and the rest tell rows apart. */
export function SubjectTitle({ name, marking, rest = "" }: { name: string | null; marking: string | null; rest?: string }) {
  const [first, last] = [name ?? "", marking ?? ""];
  const end = [last, rest].filter((part) => part !== "").join(" ");
  if (first === "" || end === "") return `${first}${end}`;
  return (
    <span className="inline-flex max-w-full min-w-0 align-bottom">
      <span className="min-w-6 truncate">{first}</span>
      <span className="max-w-[80%] shrink-0 overflow-hidden text-ellipsis whitespace-pre">{`${last === "" ? " " : " · "}${end}`}</span>
    </span>
  );
}
