import { html, raw } from "hono/html";
import type { Link } from "#lib/insurance/claim-links/find.ts";
import { browserScript } from "#lib/insurance/claim-links/page/browser-script.ts";
import type { Texts } from "#lib/insurance/claim-links/page/texts-fr.ts";
import { textsIn } from "#lib/insurance/claim-links/page/texts.ts";
import { footOf } from "#lib/insurance/claims/insured-notices.ts";
import type { Language } from "#lib/platform/i18n/locales.ts";

/** The styles of the page for the insured, in the page itself: nothing else is fetched before the first tap. */
const styles = `
:root{color-scheme:light dark;--brand:#17505e;--page:#f7f9fa;--card:#fff;--ink:#1a2b32;--soft:#51636b;--line:#d5dee1;--control:#71858d;--bad:#a3261b;--badbg:#fdf0ee;--good:#1c6141;--goodbg:#eaf6ef;--link:#17505e}
@media(prefers-color-scheme:dark){:root{--page:#0f181c;--card:#172328;--ink:#e8eef0;--soft:#a8b7bd;--line:#2d3c42;--control:#7f939b;--bad:#ffb4a9;--badbg:#3a1a17;--good:#8fdcb4;--goodbg:#11301f;--link:#8fd0de}}
*{box-sizing:border-box}
body{margin:0;background:var(--page);color:var(--ink);font:1.0625rem/1.5 system-ui,-apple-system,"Segoe UI",Roboto,sans-serif;-webkit-text-size-adjust:100%}
header.brand{background:var(--brand);color:#fff}
.bar{max-width:36rem;margin:0 auto;padding:.75rem 1rem;display:flex;gap:1rem;align-items:center;justify-content:space-between}
.bar strong{font-size:1.125rem;overflow-wrap:anywhere}
.who{display:flex;gap:.75rem;align-items:center;min-width:0}
.logo{height:2.5rem;max-width:8rem;object-fit:contain;background:#fff;border-radius:.375rem;padding:.25rem;flex:none}
.bar a{color:#fff;padding:.5rem;margin:-.5rem;min-height:2.75rem;display:inline-flex;align-items:center}
main{max-width:36rem;margin:0 auto;padding:1rem}
footer p{margin:.25rem 0;overflow-wrap:anywhere}
footer{max-width:36rem;margin:0 auto;padding:1rem;color:var(--soft);font-size:.9375rem}
h1{font-size:1.5rem;line-height:1.25;margin:.5rem 0 1rem}
h2{font-size:1.1875rem;line-height:1.3;margin:0 0 .5rem}
p{margin:.5rem 0}
a{color:var(--link)}
section,details{background:var(--card);border:1px solid var(--line);border-radius:.75rem;padding:1rem;margin:0 0 1rem}
summary{cursor:pointer;font-weight:600;min-height:1.75rem}
dl{margin:.75rem 0 0}dt{color:var(--soft);font-size:.9375rem}dd{margin:0 0 .625rem;overflow-wrap:anywhere;white-space:pre-line}
.soft{color:var(--soft);font-size:.9375rem}
.notice{border-radius:.5rem;padding:.75rem;margin:.75rem 0;border:1px solid}
.bad{color:var(--bad);background:var(--badbg);border-color:var(--bad)}
.good{color:var(--good);background:var(--goodbg);border-color:var(--good)}
.written{white-space:pre-line}
.notice p{margin:.25rem 0;overflow-wrap:anywhere}
ol.steps{list-style:none;margin:.5rem 0 0;padding:0}
.steps li{display:flex;flex-wrap:wrap;column-gap:.75rem;justify-content:space-between;border-top:1px solid var(--line)}
.steps a,.steps span.name{flex:1;padding:.75rem 0;overflow-wrap:anywhere}
.steps .state{padding:.75rem 0;white-space:nowrap;font-size:.9375rem;color:var(--soft)}
.steps .refused{color:var(--bad);font-weight:600}
.steps .sent,.steps .accepted{color:var(--good)}
.steps [aria-current]{font-weight:700}
.steps small{flex-basis:100%;padding-bottom:.75rem;font-size:.9375rem;font-weight:400;color:var(--bad)}
.button,button,input[type=file]::file-selector-button{font:inherit;font-weight:600;border-radius:.625rem;border:1px solid var(--brand);background:var(--brand);color:#fff;min-height:3.25rem;padding:.625rem 1rem;width:100%;display:flex;align-items:center;justify-content:center;text-align:center;text-decoration:none;cursor:pointer;margin:.625rem 0 0}
.plain,button.plain{background:var(--card);color:var(--ink);border-color:var(--control)}
input[type=file]{width:100%;font:inherit;padding:.5rem 0}
.live input[type=file]{position:absolute;opacity:0;width:1px;height:1px}
.live form.file button{display:none}
form:not(.live *) label.button{background:none;border:0;color:var(--ink);justify-content:start;padding:0;min-height:0}
:focus-visible,label.button:has(:focus-visible){outline:3px solid var(--link);outline-offset:2px}
header :focus-visible{outline-color:#fff}
fieldset{border:0;margin:0 0 1.25rem;padding:0;min-width:0}
legend,label.name{font-weight:600;padding:0;display:block;margin:0 0 .25rem}
.choice{display:flex;gap:.75rem;align-items:center;min-height:3rem;border:1px solid var(--control);border-radius:.5rem;padding:.5rem .75rem;margin:.375rem 0}
.choice input{width:1.25rem;height:1.25rem;accent-color:var(--brand);flex:none}
.two{display:grid;grid-template-columns:1fr 1fr;gap:.75rem}.two>*{min-width:0}
.field{margin:0 0 1rem}
input:not([type=radio]):not([type=file]),textarea,select{font:inherit;color:inherit;background:var(--page);border:1px solid var(--control);border-radius:.5rem;padding:.625rem .75rem;min-height:3rem;width:100%}
textarea{min-height:8rem}
[aria-invalid=true]{border-color:var(--bad)!important;border-width:2px!important}
.fault{color:var(--bad);font-weight:600;font-size:.9375rem;margin:.25rem 0}
progress{width:100%;height:.75rem;accent-color:var(--brand)}
.number{font-size:1.25rem;font-weight:700}
[hidden]{display:none!important}
@media(prefers-reduced-motion:no-preference){progress{transition:none}}
`.replaceAll("\n", "");

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
