"use client";

import { usePathname } from "next/navigation";

/** The documentation pages side by side. */
export function DocsNavigation({ label, pages }: { label: string; pages: readonly { href: string; title: string }[] }) {
  const pathname = usePathname();
  return (
    <nav aria-label={label} className="mx-auto tab-strip max-w-[84rem] px-4 sm:px-6 lg:px-9">
      <ul className="flex gap-x-5 max-sm:w-max sm:flex-wrap">
        {pages.map(({ href, title }) => {
          const isCurrent = href === "/docs" ? pathname === href : pathname.startsWith(href);
          return (
            <li key={href}>
              <a
                ref={isCurrent ? scrollLinkIntoView : undefined}
                href={href}
                aria-current={isCurrent ? "page" : undefined}
                className="block border-b-2 border-transparent py-2.5 font-medium whitespace-nowrap text-muted-foreground -outline-offset-2 hover:text-foreground aria-[current]:border-primary aria-[current]:text-foreground"
              >
                {title}
              </a>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}

/** Sideways alone: `scrollIntoView` would also move the page, below whose edge the navigation sticks. */
function scrollLinkIntoView(link: HTMLAnchorElement | null): void {
  const frame = link?.closest("nav");
  if (!link || !frame) return;
  const [boxes, whole] = [link.getBoundingClientRect(), frame.getBoundingClientRect()];
  frame.scrollLeft += boxes.left + boxes.width / 2 - (whole.left + whole.width / 2);
}
