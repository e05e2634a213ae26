/** The zones of the countries of rental companies. */
const byCountry: Readonly<Record<string, string>> = {
  FR: "Europe/Paris",
  BE: "Europe/Brussels",
  IT: "Europe/Rome",
  RE: "Indian/Reunion",
};

/** The time zones of French postcodes overseas, by their first three digits. */
const byPostcode: Readonly<Record<string, string>> = {
  971: "America/Guadeloupe",
  972: "America/Martinique",
  973: "America/Cayenne",
  974: "Indian/Reunion",
  975: "America/Miquelon",
  976: "Indian/Mayotte",
  977: "America/St_Barthelemy",
  978: "America/Marigot",
  984: "Indian/Kerguelen",
  986: "Pacific/Wallis",
  987: "Pacific/Tahiti",
  988: "Pacific/Noumea",
};

/** The zones that support may choose from. */
export const timeZones: readonly string[] = [...new Set([...Object.values(byCountry), ...Object.values(byPostcode)])];

/** The zone of a rental company's address (rules/calendar.md#zones-1); that of Paris for other countries, which support can change. */
export function timeZoneOfAddress({ country, zipcode }: { country: string; zipcode: string }): string {
  const overseas = country === "FR" ? byPostcode[zipcode.replaceAll(/\D/g, "").slice(0, 3)] : undefined;
  return overseas ?? byCountry[country] ?? "Europe/Paris";
}
