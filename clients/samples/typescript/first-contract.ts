import { Covergate } from "@covergate/client";

const covergate = new Covergate(); // with the key of COVERGATE_API_KEY
const inThreeDays = new Date(Date.now() + 3 * 24 * 60 * 60 * 1000);
const contract = await covergate.contracts.create({
  uid: process.env.RENTER ?? "",
  contract_type: "LCD",
  end_date: inThreeDays.toISOString(),
  options: ["break", "theft"],
  products: [
    {
      product_type: "bike",
      product_subtype: "electric",
      value_excl: 2400,
      brand: "Moustache",
      model: "Lundi 27",
      data: { product_marked: "BC-12345", user_name: "Ada Martin" },
    },
  ],
});
console.log(contract.cid, contract.price);
