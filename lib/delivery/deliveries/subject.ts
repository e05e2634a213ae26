/** The parts by which people recognise a contract. */
export interface ContractSubject {
  /** Brand and model of its first product, or that product's title. */
  product: string | null;
  /** The marking of its first product. */
  marking: string | null;
  /** The insured company or person, or else the user of the first product. */
  customer: string | null;
}

/** "Moustache Lundi 27 · BC-12345 · Ada Martin", and the identifier if nothing is known. */
export function contractTitle({ product, marking, customer }: ContractSubject, cid: string): string {
  return titleOf([product, marking, customer]) ?? cid;
}

/** The known parts of a title, or null if there is none. */
export function titleOf(parts: readonly (string | null | undefined)[]): string | null {
  const known = parts.filter((part) => part !== null && part !== undefined && part !== "");
  return known.length === 0 ? null : known.join(" · ");
}

/** The SQL of a ContractSubject of the contract with this alias. It reads the products of one contract. */
export function contractSubject(contract: string): string {
  return `(
    select json_build_object(
      'product', coalesce(nullif(concat_ws(' ', nullif(p.data ->> 'brand', ''), nullif(p.data ->> 'model', '')), ''), p.title),
      'marking', nullif(item.data ->> 'product_marked', ''),
      'customer', coalesce(
        nullif(${contract}.company ->> 'company_name', ''),
        nullif(concat_ws(' ', nullif(${contract}.individual ->> 'first_name', ''), nullif(${contract}.individual ->> 'last_name', '')), ''),
        nullif(item.data ->> 'user_name', '')))
    from (select ${contract}.cid) one
      left join lateral (
        select product_id, data from contract_products where cid = one.cid order by status = 'has_been_replaced', cpid limit 1) item on true
      left join products p on p.id = item.product_id)`;
}
