import { Covergate } from "@covergate/client";

const covergate = new Covergate();
const claim = await covergate.claims.get(process.env.CLAIM ?? "");
const missing = claim.documentEntries.filter(({ category }) => category === "mandatory");
const upload = await covergate.claims.documents.upload(
  claim.id,
  missing.map(({ type }) => ({ type, title: type, file: "photo.png" })),
  { autoSubmit: true },
);
console.log(upload.claimId);
