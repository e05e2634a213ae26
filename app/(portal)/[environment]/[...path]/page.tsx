import { notFound } from "next/navigation";

/** Every address that no page has: the answer keeps the menu. */
export default function NoPage(): never {
  notFound();
}
