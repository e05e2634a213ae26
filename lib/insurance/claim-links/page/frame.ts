import { html, raw } from "hono/html";
import type { Link } from "#lib/insurance/claim-links/find.ts";
import { browserScript } from "#lib/insurance/claim-links/page/browser-script.ts";
import { styles } from "#lib/insurance/claim-links/page/styles.ts";
import type { Texts } from "#lib/insurance/claim-links/page/texts-fr.ts";
import { textsIn } from "#lib/insurance/claim-links/page/texts.ts";
import { footOf } from "#lib/insurance/claims/insured-news-texts.ts";
import type { Language } from "#lib/platform/i18n/locales.ts";

/*
 * Written with hono/html: Node and Next both serve these pages. Node reads no JSX, Next refuses react-dom/server, and the sentences of
 * lib/platform/i18n/messages are compiled for Next alone.
 */
export type Markup = ReturnType<typeof html>;

/** The script without comments and indentation, which would be a fifth of it. */
const script = `(${browserScript.toString().replaceAll(/^\s+(?:\/[/*].*)?/gm, "")})()`;

/** The data that every page of a link needs. */
export interface PageLink {
  link: Link;
  token: string;
  /** The language that was switched to, or the link's. */
  language: Language;
  texts: Texts;
}

/** An address of the page. The language is in it, since there is no cookie. */
export function addressOf(
  { token, language }: Pick<PageLink, "token" | "language">,
  path = "",
  query: Record<string, string> = {},
): string {
  const parameters = new URLSearchParams(Object.entries({ ...query, lang: language }));
  return `/claim/${token}${path}?${parameters.toString()}`;
}

interface Frame {
  language: Language;
  title: string;
  brand?: Link["brand"];
  /** The address of the logo. */
  logo?: string | undefined;
  contact?: Link["contact"];
  /** The same page in the other language. */
  other?: string;
  content: Markup;
  nonce: string;
}

/** The address of the logo; a new logo has a new address, so that phones can cache it. */
export function logoAddressOf({ token, link }: Pick<PageLink, "token" | "link">): string | undefined {
  const { logo } = link.brand;
  return logo === null ? undefined : `/claim/${token}/logo?v=${logo.storageKey.slice(-8)}`;
}

/** The whole document. Styles and script are in it, so that it is all that comes before the first tap. */
export async function framed({ language, title, brand, contact, logo, other, content, nonce }: Frame): Promise<string> {
  const texts = textsIn[language];
  const color = brand?.color ?? null;
  const document = await html`<!doctype html>
    <html lang="${language}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width,initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>${title}${brand === undefined ? "" : ` · ${brand.name}`}</title>
        <link rel="icon" href="data:," />
        <style nonce="${nonce}">
          ${raw(styles)}${raw(color === null ? "" : `:root{--brand:${color}}`)}
        </style>
      </head>
      <body>
        <header class="brand">
          <div class="bar">
            <span class="who"
              >${logo === undefined ? "" : html`<img class="logo" src="${logo}" alt="" />`}<strong
                >${brand?.name ?? "Covergate"}</strong
              ></span
            >${other === undefined ? "" : html`<a href="${other}" lang="${language === "fr" ? "en" : "fr"}">${texts.switchLanguage}</a>`}
          </div>
        </header>
        <main>${content}</main>
        <footer>
          <p>${texts.insuredBy}</p>
          ${brand === undefined || contact === undefined ? "" : footOf(language, { brandName: brand.name, contact }).map((line) => html`<p>${linked(line)}</p>`)}
        </footer>
        <script nonce="${nonce}">
          ${raw(script)};
        </script>
      </body>
    </html>`;
  return String(document);
}

/** A line with its web addresses as links. */
function linked(line: string): Markup[] {
  return line
    .split(/(https?:\/\/\S+)/)
    .map((part, place) => (place % 2 === 0 ? html`${part}` : html`<a href="${part}" rel="noreferrer">${part}</a>`));
}

/** A page without a link: gone, limited or failed. It opens in French, with the English below. */
export function plainPage(kind: "gone" | "limited" | "failed", nonce: string): Promise<string> {
  const { fr, en } = textsIn;
  const content = html`<h1>${fr[kind]}</h1>
    <p>${fr[`${kind}Text`]}</p>
    <div lang="en">
      <h2>${en[kind]}</h2>
      <p>${en[`${kind}Text`]}</p>
    </div>`;
  return framed({ language: "fr", title: fr[kind], content, nonce });
}
