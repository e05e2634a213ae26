import { fileTypeFromBuffer } from "file-type";

/** Readers of PDF accept its header anywhere in these bytes (ISO 32000-1, Annex H, note 13). */
const pdfHeaderBytes = 1024;
/** The codings of an HEIF file as its brands name them (ISO/IEC 23008-12, Annex B). */
const heicBrands = ["heic", "heix", "heim", "heis", "hevc", "hevx", "hevm", "hevs"];
const heifBrands = ["mif1", "msf1"];
/** Formats that share the brands of HEIF and are others. */
const otherBrands = ["avif", "avis"];

/** Detects the media type of a file by its first 4,100 bytes; undefined for a type that is not known. */
export async function detectType(head: Uint8Array): Promise<string | undefined> {
  const detected = (await fileTypeFromBuffer(head))?.mime;
  if (detected === "image/heic" || detected === "image/heif") return detected;
  return heifType(head) ?? detected ?? (isPdf(head) ? "application/pdf" : undefined);
}

/** Markup before the header makes a file that browsers may take for a page. */
function isPdf(head: Uint8Array): boolean {
  const beginning = Buffer.from(head.subarray(0, pdfHeaderBytes));
  const header = beginning.indexOf("%PDF-");
  return header !== -1 && !beginning.subarray(0, header).includes("<");
}

/** HEIF by any of its brands, since some cameras name others first. */
function heifType(head: Uint8Array): "image/heic" | "image/heif" | undefined {
  const brands = brandsOf(Buffer.from(head));
  if (brands.some((brand) => otherBrands.includes(brand))) return undefined;
  if (brands.some((brand) => heicBrands.includes(brand))) return "image/heic";
  return brands.some((brand) => heifBrands.includes(brand)) ? "image/heif" : undefined;
}

/** The major brand and the compatible brands of the box `ftyp`, with which files of ISO/IEC 14496-12 begin. */
function brandsOf(head: Buffer): string[] {
  if (head.length < 16 || head.toString("latin1", 4, 8) !== "ftyp") return [];
  const end = Math.min(head.readUInt32BE(0), head.length);
  const brands = [head.toString("latin1", 8, 12)];
  // The four bytes after the major brand are its version.
  for (let at = 16; at + 4 <= end; at += 4) brands.push(head.toString("latin1", at, at + 4));
  return brands;
}
