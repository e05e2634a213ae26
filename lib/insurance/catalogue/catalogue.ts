/** rules/contracts.md#types-1, #types-6, #options-2 */
export const productTypes = {
  bike: ["standard", "electric", "cargo", "remorque"],
  "high-tech": ["action-cam", "drone", "camera", "video-camera", "stabilizer", "phone", "computer", "tablet", "small-appliance", "large-appliance", "other-electronic-equipment"],
  watersports: ["kitesurf", "foil", "windsurf", "sailboat", "kayak", "canoe", "water-ski", "wakeboard", "mono-ski", "buoy", "paddle", "surf", "pedalo"],
  wintersports: ["ski", "snowboard", "snowshoe"],
  event: ["furniture", "tent", "decorations", "tableware", "entertainment"],
  "small-tools": ["construction-equipment", "diy-tools", "electric-diy-tools", "gardening-tools", "electric-gardening-tools"],
  sports: ["running-hiking", "fishing", "golf", "racket-sports", "horseriding", "ball-sports", "fitness", "water-sports", "other"],
} as const;

export type ProductType = keyof typeof productTypes;
export type ProductSubtype = (typeof productTypes)[ProductType][number];

export const productTypeNames = Object.keys(productTypes) as [ProductType, ...ProductType[]];

export const contractTypes = ["LCD", "LMD", "LLD"] as const;
export type ContractType = (typeof contractTypes)[number];

/** False for inherited names such as `constructor`. */
export function isProductType(value: unknown): value is ProductType {
  return typeof value === "string" && Object.hasOwn(productTypes, value);
}

export function isSubtypeOf(productType: ProductType, value: unknown): value is ProductSubtype {
  return productTypes[productType].some((subtype) => subtype === value);
}

export function isContractType(value: unknown): value is ContractType {
  return contractTypes.some((type) => type === value);
}

/** The contract types offered for each product type; the insurer quotes others individually (error 1022). */
export const contractTypesByProductType = {
  bike: ["LCD", "LMD", "LLD"],
  "high-tech": ["LCD", "LMD", "LLD"],
  watersports: ["LCD", "LMD", "LLD"],
  wintersports: ["LCD"],
  event: ["LCD", "LMD"],
  "small-tools": ["LCD", "LMD"],
  sports: ["LCD", "LMD"],
} as const satisfies Record<ProductType, readonly ContractType[]>;

/** `*` is every type. */
export const optionsByProductType = {
  "*": ["break", "theft"],
  bike: ["client_theft", "ia", "rc", "assistance", "assistance_standard", "assistance_premium", "home_to_work", "pro", "transporter", "sharing", "loa"],
  "high-tech": ["no_deductible"],
} as const satisfies Partial<Record<ProductType | "*", readonly string[]>>;

/** `company` and `individual` belong to a term, never to a product. */
export const optionsByTerm = {
  LCD: ["break", "theft", "client_theft"],
  LMD_under_6_months: ["break", "theft", "client_theft", "ia", "rc", "assistance_standard"],
  LMD_6_months_or_more: ["break", "theft", "client_theft", "ia", "rc", "assistance_standard", "home_to_work", "pro", "transporter", "company", "individual"],
  LLD: ["break", "theft", "client_theft", "ia", "rc", "assistance", "assistance_standard", "assistance_premium", "home_to_work", "pro", "transporter", "sharing", "loa", "no_deductible", "company", "individual"],
} as const satisfies Record<string, readonly string[]>;

export type Term = keyof typeof optionsByTerm;
export type Option = (typeof optionsByProductType)[keyof typeof optionsByProductType][number] | (typeof optionsByTerm)[Term][number];

/** Uses of a bike, of which an LLD needs one. */
export const bikeUsages: readonly Option[] = ["home_to_work", "pro", "transporter"];

export const options: readonly Option[] = [...new Set<Option>([...Object.values(optionsByProductType).flat(), ...Object.values(optionsByTerm).flat()])];

export function isOption(value: unknown): value is Option {
  return options.some((option) => option === value);
}

export function optionsOf(productType: ProductType): readonly Option[] {
  const ofTypes: Partial<Record<ProductType | "*", readonly Option[]>> = optionsByProductType;
  return [...optionsByProductType["*"], ...(ofTypes[productType] ?? [])];
}
