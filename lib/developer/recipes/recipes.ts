import type { EventType } from "#lib/delivery/event-catalogue.ts";
import { claimRecipes, contractRecipes, renewalRecipes } from "#lib/developer/recipes/insurance.ts";
import type { Recipe } from "#lib/developer/recipes/recipe.ts";

/** How to cause each event in the sandbox: the portal runs these, the documentation shows them, and the tests prove them. */
export const recipes: { readonly [Type in EventType]: Recipe } = { ...contractRecipes, ...renewalRecipes, ...claimRecipes };
