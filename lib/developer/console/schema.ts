import { z } from "zod";
import { searchText } from "#lib/platform/lists/portal-lists.ts";

/** An identifier, the beginning of a key, an e-mail address or a part of a partner's name. */
export const lookUpQuery = z.object({ q: searchText });
