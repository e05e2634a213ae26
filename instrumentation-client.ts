import { keepTranslatedPagesWorking } from "#components/kit/states/translated-pages.ts";

// Next runs this before React renders anything.
keepTranslatedPagesWorking();
