const arrondissement = /^(.+)-(\d{1,2})(ER|EME)-ARRONDISSEMENT$/;

/** Spells the normal form of a city's name (names.ts) as people do: `PARIS-10EME-ARRONDISSEMENT` becomes `Paris 10ᵉ`. Others stay as they are. */
export function spellCity(city: string): string {
  if (!/^[A-Z0-9]+(?:-[A-Z0-9]+)*$/.test(city)) return city;
  const [, town = city, number, ordinal] = arrondissement.exec(city) ?? [];
  const spelt = town.toLowerCase().replaceAll(/(?<![a-z0-9])[a-z]/g, (letter) => letter.toUpperCase());
  return number === undefined ? spelt : `${spelt} ${number}${ordinal === "ER" ? "ᵉʳ" : "ᵉ"}`;
}
