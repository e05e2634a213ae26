import { html } from "hono/html";
import type { Choice, DeclarableProduct } from "#lib/insurance/claim-links/declare.ts";
import { subtypesOf } from "#lib/insurance/claim-links/declare.ts";
import { addressOf } from "#lib/insurance/claim-links/page/frame.ts";
import type { Markup, PageLink } from "#lib/insurance/claim-links/page/frame.ts";
import { nameIn } from "#lib/insurance/claim-links/page/texts.ts";
import { questionField } from "#lib/insurance/claim-links/rules/declaration.ts";
import type { DeclarationError, DeclarationErrors, DeclarationForm } from "#lib/insurance/claim-links/rules/declaration.ts";
import { minDescriptionLength } from "#lib/insurance/claims/requests.ts";
import { locales } from "#lib/platform/i18n/locales.ts";

const countries = ["FR", "BE", "CH", "DE", "ES", "GB", "IT", "LU", "NL", "PT"];

/** The first two questions, one at a time: the item, and what happened to it. */
export function choicePage(link: PageLink, products: readonly DeclarableProduct[], product: DeclarableProduct | undefined): Markup {
  const { texts, language, token } = link;
  const legend = product === undefined ? texts.whichItem : texts.whatHappened;
  const choices =
    product === undefined
      ? products.map(({ cpid, brand, model }) => choice("product", cpid, `${brand} ${model}`))
      : subtypesOf(product).map((subtype) => choice("subtype", subtype, texts.subtypes[subtype]));
  return html`<h1>${texts.declare}</h1>
    <section>
      <form method="get" action="/claim/${token}">
        <input
          type="hidden"
          name="lang"
          value="${language}"
        />${product === undefined ? "" : html`<input type="hidden" name="product" value="${product.cpid}" />`}
        ${product === undefined ? "" : html`<p class="soft">${product.brand} ${product.model}</p>`}
        <fieldset>
          <legend>${legend}</legend>
          ${choices}
        </fieldset>
        <button>${texts.continue}</button>
      </form>
    </section>`;
}

function choice(name: string, value: string, label: string, isChosen = false): Markup {
  return html`<label class="choice"
    ><input type="radio" name="${name}" value="${value}" required${isChosen ? html` checked` : ""} />${label}</label
  >`;
}

interface Filled {
  link: PageLink;
  form: DeclarationForm;
  errors: DeclarationErrors;
}

interface FilledForm {
  form?: DeclarationForm;
  errors?: DeclarationErrors;
  /** Why it was refused as a whole. */
  error?: string | undefined;
}

/** The page of the declaration. Entered texts are shown again with their errors. */
export function declarationPage(shown: PageLink, chosen: Choice, { form = new Map(), errors = new Map(), error }: FilledForm): Markup {
  const { texts } = shown;
  const { product, subtype, matrix } = chosen;
  const filled: Filled = { link: shown, form, errors };
  const choices = { product: product.cpid, subtype };
  const notice = errors.size === 0 ? error : texts.errors.summary;
  const questions = matrix.questions.map(({ question }, place) => [questionField(place), nameIn(shown.language, question)] as const);
  const labels = new Map<string, string>([...questions, ...Object.entries(labelsIn(shown))]);
  return html`<h1>${texts.declare}</h1>
    ${
      notice === undefined
        ? ""
        : html`<div class="notice bad" role="alert">
            <p>${notice}</p>
            ${errors.size === 0 ? "" : errorList(filled, labels)}
          </div>`
    }
    <form method="post" action="${addressOf(shown, "/declaration", choices)}" novalidate>
      <section>
        <p><strong>${product.brand} ${product.model}</strong> · ${texts.subtypes[subtype]}</p>
        <p><a href="${addressOf(shown, "", { product: product.cpid })}">${texts.otherItem}</a></p>
        ${matrix.questions.map(({ question, answer }, place) =>
          answer === "boolean"
            ? yesOrNo(filled, questionField(place), nameIn(shown.language, question))
            : field(filled, questionField(place), nameIn(shown.language, question), html`type="text"`),
        )}
      </section>
      <section>
        <div class="two">${field(filled, "day", texts.day, html`type="date"`)}${field(filled, "time", texts.time, html`type="time"`)}</div>
        <p class="soft">${texts.parisTime}</p>
        ${describe(filled)}
      </section>
      <section>
        <h2>${texts.place}</h2>
        ${field(filled, "address", texts.address, html`type="text" autocomplete="off"`)}
        <div class="two">
          ${field(filled, "zipcode", texts.zipcode, html`type="text" inputmode="numeric" autocomplete="off" data-cities="${addressOf(shown, "/cities")}"`)}
          ${field(filled, "city", texts.city, html`type="text" list="cities" autocomplete="off"`)}
        </div>
        <datalist id="cities"></datalist>${country(filled)}
      </section>
      <section>
        <h2>${texts.you}</h2>
        ${field(filled, "firstName", texts.firstName, html`type="text" autocomplete="given-name"`)}
        ${field(filled, "lastName", texts.lastName, html`type="text" autocomplete="family-name"`)}
        ${field(filled, "phone", texts.phone, html`type="tel" autocomplete="tel"`)}
        ${field(filled, "email", texts.email, html`type="email" autocomplete="email"`, false)}
      </section>
      <button>${texts.declareNow}</button>
    </form>`;
}

/** The labels of the fields that every declaration has. */
function labelsIn({ texts }: PageLink): Record<string, string> {
  const { day, time, describe: description, address, zipcode, city, country: land, firstName, lastName, phone, email } = texts;
  return { day, time, description, address, zipcode, city, country: land, firstName, lastName, phone, email };
}

/** Names each field with an error in the order of the page, and leads to it. */
function errorList({ link: shown, errors }: Filled, labels: ReadonlyMap<string, string>): Markup {
  const named = [...labels].flatMap(([name, label]) => {
    const error = errors.get(name);
    return error === undefined ? [] : [html`<li><a href="#${name}">${label}</a>: ${errorText(shown, error)}</li>`];
  });
  return html`<ul>
    ${named}
  </ul>`;
}

function errorText({ texts }: PageLink, error: DeclarationError): string {
  return error === "description" ? texts.errors.description(minDescriptionLength) : texts.errors[error];
}

function errorOf({ link: shown, errors }: Filled, name: string): { line: Markup | ""; marks: Markup | "" } {
  const error = errors.get(name);
  if (error === undefined) return { line: "", marks: "" };
  return {
    line: html`<p class="fault" id="${name}-fault">${errorText(shown, error)}</p>`,
    marks: html` aria-invalid="true" aria-describedby="${name}-fault"`,
  };
}

function field(filled: Filled, name: string, label: string, attributes: Markup, isRequired = true): Markup {
  const { line, marks } = errorOf(filled, name);
  return html`<div class="field">
    <label class="name" for="${name}">${label}</label>${line}<input
      id="${name}"
      name="${name}"
      value="${filled.form.get(name) ?? ""}"
      ${attributes}${isRequired ? html` required` : ""}${marks}
    />
  </div>`;
}

function yesOrNo(filled: Filled, name: string, label: string): Markup {
  const { texts } = filled.link;
  const { line } = errorOf(filled, name);
  const value = filled.form.get(name);
  return html`<fieldset id="${name}" ${line === "" ? "" : html` aria-describedby="${name}-fault"`}>
    <legend>${label}</legend>
    ${line} ${choice(name, "true", texts.yes, value === "true")}${choice(name, "false", texts.no, value === "false")}
  </fieldset>`;
}

function describe(filled: Filled): Markup {
  const { texts } = filled.link;
  const { line, marks } = errorOf(filled, "description");
  return html`<div class="field">
    <label class="name" for="description">${texts.describe}</label>
    <p class="soft">${texts.describeHint(minDescriptionLength)}</p>
    ${line}
    <textarea id="description" name="description" required data-minimum="${minDescriptionLength}" ${marks}>
${filled.form.get("description") ?? ""}</textarea>
    <p class="soft" data-count data-left="${texts.charactersLeft}" data-enough="${texts.enough}" aria-live="polite"></p>
  </div>`;
}

function country(filled: Filled): Markup {
  const { link: shown, form } = filled;
  const names = new Intl.DisplayNames(locales[shown.language], { type: "region" });
  const chosen = form.get("country") ?? "FR";
  return html`<div class="field">
    <label class="name" for="country">${shown.texts.country}</label
    ><select id="country" name="country">
      ${countries.map((code) => html`<option value="${code}" ${code === chosen ? html` selected` : ""}>${names.of(code) ?? code}</option>`)}
    </select>
  </div>`;
}
