import type { EventType } from "#lib/events/catalogue.ts";
import { claimRecipes } from "#lib/recipes/claims.ts";
import { contractRecipes } from "#lib/recipes/contracts.ts";
import type { Recipe } from "#lib/recipes/recipe.ts";
import { renewalRecipes } from "#lib/recipes/renewals.ts";

/** How each kind of event is made to happen in the sandbox: the portal runs it, the documentation shows it, the tests prove it. */
export const recipes: { readonly [Type in EventType]: Recipe } = { ...contractRecipes, ...renewalRecipes, ...claimRecipes };
