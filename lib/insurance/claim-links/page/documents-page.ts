import { html } from "hono/html";
import { reachOf } from "#lib/account/worlds/insured-contact.ts";
import { addressOf } from "#lib/insurance/claim-links/page/frame.ts";
import type { Markup, PageLink } from "#lib/insurance/claim-links/page/frame.ts";
import { nameIn, purposeIn } from "#lib/insurance/claim-links/page/texts.ts";
import { outcomeOf, paymentsOf, stepAfter } from "#lib/insurance/claim-links/rules/outcome.ts";
import type { Outcome, Progress, Step } from "#lib/insurance/claim-links/rules/outcome.ts";
import type { Claim } from "#lib/insurance/claims/claim.ts";
import { amountIn, dateIn } from "#lib/insurance/claims/insured-notices.ts";
import { documentMimeTypes, fileLimit } from "#lib/insurance/claims/rules/upload-limits.ts";

/** The page of a claim: its declaration, the requested documents, and the step to do now (rules/claim-links.md#open-4). */
export function documentsPage(link: PageLink, claim: Claim, progress: Progress, error: string | undefined): Markup {
  const { texts } = link;
  const { stage } = progress;
  const outcome = outcomeOf(claim);
  return html`<h1>${outcome === undefined ? (stage === "received" ? texts.received : texts.title) : texts.outcome[outcome.decision]}</h1>
    ${stage === "received" ? receivedPart(link, claim, outcome) : html`<p>${texts.greeting(claim.insured.firstName)}</p>`}
    ${error === undefined ? "" : html`<div class="notice bad" role="alert"><p>${error}</p></div>`}
    ${stage === "ready" ? readyPart(link) : ""} ${progress.current === undefined ? "" : stepPart(link, claim, progress, progress.current)}
    ${progress.steps.length === 0 ? "" : listPart(link, claim, progress)} ${declaredPart(link, claim)}`;
}

function receivedPart({ texts, link, language }: PageLink, claim: Claim, outcome: Outcome | undefined): Markup {
  const { claimId } = claim;
  return html`<section>
    ${
      claimId === null
        ? ""
        : html`<p class="number">${texts.number(claimId)}</p>
            ${outcome === undefined ? html`<p>${texts.noteNumber}</p>` : ""}`
    }
    ${outcome === undefined ? html`<p>${texts.after}</p>` : outcomePart({ texts, link }, outcome)}
    ${paymentsOf(claim).map(
      ({ amountCents, paidAt }) =>
        html`<p class="notice good">${texts.paid(amountIn(language, amountCents), dateIn(language, paidAt))}</p>`,
    )}
    ${link.returnUrl === null ? "" : html`<a class="button" href="${link.returnUrl}" rel="noreferrer">${texts.back(link.brand.name)}</a>`}
  </section>`;
}

/** The decision, its reason as the handler wrote it, and what to do about it. */
function outcomePart({ texts, link }: Pick<PageLink, "texts" | "link">, { decision, reason }: Outcome): Markup {
  return html`${
      reason === null
        ? ""
        : html`<div class="notice bad">
            <p><strong>${texts.reason}</strong></p>
            <p class="written">${reason}</p>
          </div>`
    }
    <p>${texts.outcomeText[decision](reachOf(link.contact, link.brand.name))}</p>`;
}

function readyPart(link: PageLink): Markup {
  const { texts } = link;
  return html`<section>
    <h2>${texts.ready}</h2>
    <form method="post" action="${addressOf(link, "/submission")}"><button>${texts.submit}</button></form>
  </section>`;
}

function stepPart(link: PageLink, claim: Claim, { stage, steps, completes }: Progress, current: number): Markup {
  const { texts, language } = link;
  const completed = claim.status === "draft" ? texts.completesDraft : texts.completesRequest;
  // Any document that is sent then submits the draft, and it takes no more.
  const consequence = stage === "ready" ? texts.completesReady : completes ? completed : undefined;
  const step = steps[current];
  if (step === undefined) return html``;
  const purpose = purposeIn(language, step.type);
  const next = stepAfter({ steps }, current);
  return html`<section aria-labelledby="step">
    <p class="soft">${texts.step(current + 1, steps.length)} · ${texts.category[step.category]}</p>
    <h2 id="step" tabindex="-1">${nameIn(language, step.type)}</h2>
    ${purpose === undefined ? "" : html`<p>${purpose}</p>`} ${step.note === null ? "" : html`<p>${texts.noteOf} ${step.note}</p>`}
    ${
      step.reason === null
        ? ""
        : html`<div class="notice bad">
            <p><strong>${texts.refused}</strong></p>
            <p>${step.reason}</p>
            <p>${texts.sendAgain}</p>
          </div>`
    }
    ${step.state === "sent" ? html`<p class="notice good">${texts.sentAlready}</p>` : ""}
    ${consequence === undefined ? "" : html`<p class="notice good">${consequence}</p>`}
    ${fileForm(link, step, current, "camera")}${fileForm(link, step, current, "file")}
    <p class="soft">${texts.formats}</p>
    <div
      class="sending"
      hidden
      data-texts="${JSON.stringify(texts.status)}"
      data-failed="${texts.errors.other}"
      data-most="${fileLimit}"
      data-large="${texts.errors.size}"
    >
      <p role="status"></p>
      <progress max="100" value="0" aria-label="${texts.status.sending}"></progress
      ><button type="button" class="retry" hidden>${texts.status.retry}</button>
    </div>
    <div class="notice bad" role="alert" hidden></div>
    ${step.category === "mandatory" || next === undefined ? "" : html`<a class="button plain" href="${addressOf(link, "", { step: String(next) })}">${texts.skip}</a>`}
  </section>`;
}

/** A form that works as it is; the script sends a file as soon as it is chosen. */
function fileForm(link: PageLink, { type }: Step, current: number, kind: "camera" | "file"): Markup {
  const { texts } = link;
  const id = `file-${kind}`;
  const input =
    kind === "camera"
      ? html`<input id="${id}" type="file" name="file" required accept="image/*" capture="environment" />`
      : html`<input id="${id}" type="file" name="file" required accept="${documentMimeTypes.join(",")}" />`;
  return html`<form
    class="file"
    method="post"
    enctype="multipart/form-data"
    action="${addressOf(link, "/documents", { step: String(current) })}"
  >
    <input type="hidden" name="type" value="${type}" /><input type="hidden" name="title" value="${type}" />
    <label class="button${kind === "file" ? " plain" : ""}" for="${id}"
      >${kind === "camera" ? texts.photograph : texts.choose}${input}</label
    >
    <button>${texts.send}</button>
  </form>`;
}

function listPart(link: PageLink, claim: Claim, { steps, current }: Progress): Markup {
  const { texts, language } = link;
  const count = steps.filter(({ state }) => state === "sent" || state === "accepted").length;
  return html`<section aria-labelledby="asked">
    <h2 id="asked">${texts.asked}</h2>
    <p class="soft">${claim.status === "draft" ? texts.progress(count, steps.length) : texts.left(steps.length)}</p>
    <ol class="steps">
      ${steps.map(
        ({ type, state, category, sameAs }, place) =>
          html`<li${place === current ? html` aria-current="step"` : ""}>${
            state === "accepted"
              ? html`<span class="name">${nameIn(language, type)}</span>`
              : html`<a href="${addressOf(link, "", { step: String(place) })}">${nameIn(language, type)}</a>`
          }<span class="state ${state}">${state === "waiting" ? texts.category[category] : texts.state[state]}</span>${
            sameAs === null ? "" : html`<small>${texts.sameFile(nameIn(language, sameAs))}</small>`
          }</li>`,
      )}
    </ol>
  </section>`;
}

function declaredPart({ texts, language }: PageLink, { product, subtype, claimAt, description }: Claim): Markup {
  return html`<details>
    <summary>${texts.declared}</summary>
    <dl>
      <dt>${texts.item}</dt>
      <dd>${product.brand} ${product.model}</dd>
      <dt>${texts.what}</dt>
      <dd>${texts.subtypes[subtype]}</dd>
      <dt>${texts.when}</dt>
      <dd>${dateIn(language, claimAt)}</dd>
      <dt>${texts.description}</dt>
      <dd>${description}</dd>
    </dl>
  </details>`;
}
