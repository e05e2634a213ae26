/** Generated from the published description by `npm run clients`. */

export const version = "2.1.0";

/** Whose errors an operation answers with: codes mean different things on each side. */
export type Side = "claim" | "contract" | "product";

export const operations = {
  "listClaims": {
    "method": "GET",
    "path": "/claims",
    "side": "claim"
  },
  "createClaim": {
    "method": "POST",
    "path": "/claims",
    "side": "claim"
  },
  "getDocument": {
    "method": "GET",
    "path": "/claims/{claimId}/documents/{documentId}",
    "side": "claim"
  },
  "getClaim": {
    "method": "GET",
    "path": "/claims/{id}",
    "side": "claim"
  },
  "updateClaim": {
    "method": "PATCH",
    "path": "/claims/{id}",
    "side": "claim"
  },
  "cancelClaim": {
    "method": "DELETE",
    "path": "/claims/{id}",
    "side": "claim"
  },
  "uploadDocument": {
    "method": "POST",
    "path": "/claims/{id}/documents",
    "side": "claim"
  },
  "uploadDocuments": {
    "method": "PUT",
    "path": "/claims/{id}/documents",
    "side": "claim"
  },
  "listClaimLinks": {
    "method": "GET",
    "path": "/claims/{id}/links",
    "side": "claim"
  },
  "createClaimLink": {
    "method": "POST",
    "path": "/claims/{id}/links",
    "side": "claim"
  },
  "revokeClaimLink": {
    "method": "DELETE",
    "path": "/claims/{id}/links/{linkId}",
    "side": "claim"
  },
  "submitClaim": {
    "method": "POST",
    "path": "/claims/{id}/submit",
    "side": "claim"
  },
  "retrieveContracts": {
    "method": "GET",
    "path": "/contracts",
    "side": "contract"
  },
  "createContract": {
    "method": "POST",
    "path": "/contracts",
    "side": "contract"
  },
  "retrieveContract": {
    "method": "GET",
    "path": "/contracts/{contractId}",
    "side": "contract"
  },
  "updateContract": {
    "method": "PATCH",
    "path": "/contracts/{contractId}",
    "side": "contract"
  },
  "cancelContract": {
    "method": "DELETE",
    "path": "/contracts/{contractId}",
    "side": "contract"
  },
  "createAutomaticRenewal": {
    "method": "POST",
    "path": "/contracts/{contractId}/automaticRenewal",
    "side": "contract"
  },
  "getAutomaticRenewalById": {
    "method": "GET",
    "path": "/contracts/{contractId}/automaticRenewal/{arid}",
    "side": "contract"
  },
  "updateAutomaticRenewal": {
    "method": "PATCH",
    "path": "/contracts/{contractId}/automaticRenewal/{arid}",
    "side": "contract"
  },
  "getCurrentAutomaticRenewal": {
    "method": "GET",
    "path": "/contracts/{contractId}/automaticRenewal/current",
    "side": "contract"
  },
  "listAutomaticRenewals": {
    "method": "GET",
    "path": "/contracts/{contractId}/automaticRenewals",
    "side": "contract"
  },
  "listContractClaimLinks": {
    "method": "GET",
    "path": "/contracts/{contractId}/claimLinks",
    "side": "claim"
  },
  "createContractClaimLink": {
    "method": "POST",
    "path": "/contracts/{contractId}/claimLinks",
    "side": "claim"
  },
  "revokeContractClaimLink": {
    "method": "DELETE",
    "path": "/contracts/{contractId}/claimLinks/{linkId}",
    "side": "claim"
  },
  "createProductFromContract": {
    "method": "POST",
    "path": "/contracts/{contractId}/products",
    "side": "contract"
  },
  "deleteProductFromContract": {
    "method": "DELETE",
    "path": "/contracts/{contractId}/products",
    "side": "contract"
  },
  "bulkAutomaticRenewals": {
    "method": "POST",
    "path": "/contracts/action/automaticRenewals",
    "side": "contract"
  },
  "listEvents": {
    "method": "GET",
    "path": "/events",
    "side": "contract"
  },
  "getEvent": {
    "method": "GET",
    "path": "/events/{eventId}",
    "side": "contract"
  },
  "getCitiesByZipcode": {
    "method": "GET",
    "path": "/geo/getCitiesByZipcode/{country}/{zipcode}",
    "side": "product"
  },
  "getCitiesOfFrance": {
    "method": "GET",
    "path": "/geo/getCitiesByZipCode/{zipcode}",
    "side": "product"
  },
  "getCitiesSuggestions": {
    "method": "GET",
    "path": "/geo/getCitiesSuggestions/{country}/{zipcode}",
    "side": "product"
  },
  "retrieveProducts": {
    "method": "GET",
    "path": "/products",
    "side": "product"
  },
  "createProduct": {
    "method": "POST",
    "path": "/products",
    "side": "product"
  },
  "retrieveProduct": {
    "method": "GET",
    "path": "/products/{productId}",
    "side": "product"
  },
  "updateProduct": {
    "method": "PATCH",
    "path": "/products/{productId}",
    "side": "product"
  },
  "deleteProduct": {
    "method": "DELETE",
    "path": "/products/{productId}",
    "side": "product"
  },
  "retrieveRenters": {
    "method": "GET",
    "path": "/renters",
    "side": "product"
  },
  "addRenter": {
    "method": "POST",
    "path": "/renters",
    "side": "product"
  },
  "retrieveRenter": {
    "method": "GET",
    "path": "/renters/{renterId}",
    "side": "product"
  },
  "playSandboxMove": {
    "method": "POST",
    "path": "/sandbox/claims/{id}/{move}",
    "side": "claim"
  },
  "playSandboxScenario": {
    "method": "POST",
    "path": "/sandbox/claims/{id}/scenario",
    "side": "claim"
  },
  "getSandboxClock": {
    "method": "GET",
    "path": "/sandbox/clock",
    "side": "contract"
  },
  "moveSandboxClock": {
    "method": "POST",
    "path": "/sandbox/clock",
    "side": "contract"
  },
  "returnSandboxClock": {
    "method": "DELETE",
    "path": "/sandbox/clock",
    "side": "contract"
  },
  "reopenSandboxContract": {
    "method": "POST",
    "path": "/sandbox/contracts/{contractId}/reopen",
    "side": "contract"
  },
  "resetSandbox": {
    "method": "POST",
    "path": "/sandbox/reset",
    "side": "contract"
  },
  "listStatements": {
    "method": "GET",
    "path": "/statements",
    "side": "contract"
  },
  "getStatement": {
    "method": "GET",
    "path": "/statements/{month}",
    "side": "contract"
  }
} as const;

export const errors = {
  "MALFORMED_REQUEST": {
    "code": 400,
    "meaning": "the request is malformed",
    "cure": "Send what the message describes; the reference lists every field."
  },
  "UNKNOWN_PATH": {
    "code": 404,
    "meaning": "there is no such endpoint",
    "cure": "Check the path against the reference; every endpoint lives under /v2."
  },
  "METHOD_NOT_ALLOWED": {
    "code": 405,
    "meaning": "the endpoint does not know this method",
    "cure": "Use one of the methods of the Allow header."
  },
  "REQUEST_TIMED_OUT": {
    "code": 408,
    "meaning": "the request did not come to its end in time",
    "cure": "Send the request again, and send it whole."
  },
  "IDEMPOTENT_CALL_IN_PROGRESS": {
    "code": 409,
    "meaning": "a call with this Idempotency-Key is still in progress",
    "cure": "Wait for the seconds that the Retry-After header gives, and send the same request with the same key again."
  },
  "BODY_TOO_LARGE": {
    "code": 413,
    "meaning": "the body is larger than 1 MiB",
    "cure": "Send less in one request."
  },
  "CONTENT_TYPE_UNSUPPORTED": {
    "code": 415,
    "meaning": "the content type is not supported",
    "cure": "Send the body as application/json."
  },
  "CONTENT_ENCODING_UNSUPPORTED": {
    "code": 415,
    "meaning": "the content encoding is not supported",
    "cure": "Send the body as it is, without the header content-encoding."
  },
  "IDEMPOTENCY_KEY_REUSED": {
    "code": 422,
    "meaning": "this Idempotency-Key was used for another request",
    "cure": "Send the first request again to get its answer. It may have been carried out: look for what it made, by internal_id or in the call log, before you use a new key."
  },
  "HEADERS_TOO_LARGE": {
    "code": 431,
    "meaning": "the address and the headers are larger than 16 KiB",
    "cure": "Send fewer or shorter headers; what is long belongs into the body."
  },
  "INTERNAL_ERROR": {
    "code": 500,
    "meaning": "something went wrong on our side; quote the execution id to support",
    "cure": "Try again; if it happens again, send the execution id to support."
  },
  "SERVICE_UNAVAILABLE": {
    "code": 503,
    "meaning": "the service cannot answer at the moment",
    "cure": "Send the request again after the seconds that the Retry-After header gives."
  },
  "RATE_LIMITED": {
    "code": 99888,
    "meaning": "too many requests",
    "cure": "Wait for the seconds that the Retry-After header gives, and spread the calls."
  },
  "MISSING_API_KEY": {
    "code": 9001,
    "meaning": "Missing API key",
    "cure": "Send the API key in the header named key."
  },
  "INVALID_API_KEY": {
    "code": 9002,
    "meaning": "Invalid API key",
    "cure": "Copy the key again from the portal; a revoked key is replaced by support."
  },
  "UNAUTHORIZED_USER": {
    "code": 9003,
    "meaning": "Unauthorized user",
    "cure": "Use the uid of a renter attached to this API key; POST /renters attaches one."
  },
  "INSUFFICIENT_PERMISSIONS": {
    "code": 98888,
    "meaning": "insufficient permissions",
    "cure": "Ask support to turn on the feature that the message names."
  },
  "OPEN_CONTRACTS_LIMIT": {
    "code": 99888,
    "meaning": "the limit of open contracts is reached",
    "cure": "End contracts that are no longer needed, or ask support for a higher limit."
  },
  "START_IN_PAST": {
    "code": 1000,
    "meaning": "start_date cannot be more than 30 minutes in the past",
    "cure": "Send a start_date that is now or later, or leave it out to start now."
  },
  "END_BEFORE_START": {
    "code": 1001,
    "meaning": "end_date must be after start_date",
    "cure": "Send an end_date that is later than start_date."
  },
  "INVALID_PERIOD": {
    "code": 1002,
    "meaning": "a date is not an ISO 8601 instant, or the period does not fit the contract type",
    "cure": "Send instants such as 2027-01-31T09:00:00Z and keep within the contract type: LCD up to 31 days, LMD 1 to 12 months, LLD 12 to 60 months."
  },
  "CONTRACT_TYPE_NOT_ALLOWED": {
    "code": 1003,
    "meaning": "this renter may not use this contract type",
    "cure": "Read the renter's allowed types with GET /renters/{renterId}, or ask support to allow this one."
  },
  "CONTRACT_TYPE_UNKNOWN": {
    "code": 1004,
    "meaning": "contract_type is unknown",
    "cure": "Send one of LCD, LMD, LLD."
  },
  "END_MISSING": {
    "code": 1005,
    "meaning": "end_date is missing",
    "cure": "Send end_date as an ISO 8601 instant."
  },
  "CONTRACT_TYPE_MISSING": {
    "code": 1006,
    "meaning": "contract_type is missing",
    "cure": "Send one of LCD, LMD, LLD."
  },
  "PRODUCTS_MISSING": {
    "code": 1007,
    "meaning": "products is missing or empty",
    "cure": "Send at least one product to insure."
  },
  "OPTIONS_MISSING": {
    "code": 1008,
    "meaning": "options is missing or empty",
    "cure": "Send the options to insure, usually [\"break\", \"theft\"]."
  },
  "LLD_OPTIONS_INCOMPLETE": {
    "code": 1009,
    "meaning": "an LLD contract needs break and theft, and exactly one of company and individual",
    "cure": "Send both break and theft, and add either company or individual with the matching object."
  },
  "OPTION_NOT_ALLOWED": {
    "code": 1010,
    "meaning": "a field or option is not accepted here",
    "cure": "Remove what the message names, or replace it with one of the values that it lists."
  },
  "UID_MISSING": {
    "code": 1012,
    "meaning": "uid is missing",
    "cure": "Send the uid of a renter that is attached to this API key."
  },
  "COMPANY_MISSING": {
    "code": 1013,
    "meaning": "the option company needs the object company",
    "cure": "Send the company object, or remove the option."
  },
  "INDIVIDUAL_MISSING": {
    "code": 1014,
    "meaning": "the option individual needs the object individual",
    "cure": "Send the individual object, or remove the option."
  },
  "LLD_USAGE_MISSING": {
    "code": 1015,
    "meaning": "an LLD contract with a bike needs exactly one of home_to_work, pro and transporter",
    "cure": "Send exactly one of the three options."
  },
  "LCD_OPTIONS_INCOMPLETE": {
    "code": 1018,
    "meaning": "an LCD contract needs break and theft",
    "cure": "Send both break and theft."
  },
  "LMD_SHORT_OPTIONS_INCOMPLETE": {
    "code": 1019,
    "meaning": "an LMD contract under 6 months needs break and theft",
    "cure": "Send both break and theft."
  },
  "LMD_LONG_OPTIONS_INCOMPLETE": {
    "code": 1020,
    "meaning": "an LMD contract of 6 months or more needs break and theft, exactly one of company and individual, and at most one usage",
    "cure": "Send both break and theft, either company or individual, and at most one of home_to_work, pro and transporter."
  },
  "END_IN_PAST": {
    "code": 1021,
    "meaning": "end_date is in the past",
    "cure": "Send an end_date that is still to come."
  },
  "PRODUCT_NOT_OFFERED": {
    "code": 1022,
    "meaning": "this product type is not offered under this contract type",
    "cure": "Choose a contract type that the message names, or ask the insurer for a quote."
  },
  "DATES_FROZEN": {
    "code": 1050,
    "meaning": "dates can no longer change: the contract started more than 4 hours ago",
    "cure": "End this contract with DELETE and create another one."
  },
  "CONTRACT_NOT_FOUND": {
    "code": 1051,
    "meaning": "the contract does not exist",
    "cure": "Check the contract identifier and that it belongs to the environment of this API key."
  },
  "CONTRACT_NOT_OPEN": {
    "code": 1052,
    "meaning": "the contract is not open",
    "cure": "Read the contract: its status says how it ended. Only open contracts can change."
  },
  "REASON_MISSING": {
    "code": 1053,
    "meaning": "reason is missing",
    "cure": "Send the reason as a text of 1 to 500 characters."
  },
  "COMPANY_NAME_MISSING": {
    "code": 1100,
    "meaning": "company.company_name is missing",
    "cure": "Send the company's name."
  },
  "SIREN_MISSING": {
    "code": 1101,
    "meaning": "company.siren is missing",
    "cure": "Send the company's registration number."
  },
  "SIREN_INVALID": {
    "code": 1102,
    "meaning": "company.siren is not a registration number of its country",
    "cure": "Send 9 digits for FR and RE, 11 for IT, 10 for BE."
  },
  "COMPANY_FIRST_NAME_MISSING": {
    "code": 1103,
    "meaning": "company.first_name is missing",
    "cure": "Send the first name of the company's representative."
  },
  "COMPANY_LAST_NAME_MISSING": {
    "code": 1104,
    "meaning": "company.last_name is missing",
    "cure": "Send the last name of the company's representative."
  },
  "COMPANY_ADDRESS_MISSING": {
    "code": 1105,
    "meaning": "company.address is missing",
    "cure": "Send the street address."
  },
  "COMPANY_ZIPCODE_INVALID": {
    "code": 1106,
    "meaning": "company.zipcode is missing or unknown",
    "cure": "Send a zipcode that exists in the country; GET /geo/getCitiesByZipCode/{zipcode} lists its cities."
  },
  "COMPANY_CITY_INVALID": {
    "code": 1107,
    "meaning": "company.city is missing or not a city of the zipcode",
    "cure": "Send one of the cities that GET /geo/getCitiesByZipCode/{zipcode} lists."
  },
  "COMPANY_COUNTRY_INVALID": {
    "code": 1108,
    "meaning": "company.country is missing or not accepted",
    "cure": "Send one of FR, BE, IT, RE."
  },
  "COMPANY_INVALID": {
    "code": 1109,
    "meaning": "company is not an object of texts",
    "cure": "Send company as an object whose values are texts."
  },
  "COMPANY_FROZEN": {
    "code": 1150,
    "meaning": "company can no longer change: the contract has started",
    "cure": "Corrections after the start go through support."
  },
  "INDIVIDUAL_FROZEN": {
    "code": 1151,
    "meaning": "individual can no longer change: the contract has started",
    "cure": "Corrections after the start go through support."
  },
  "PRODUCT_REFERENCE_MISSING": {
    "code": 1200,
    "meaning": "a product has neither product_id nor an inline description",
    "cure": "Send product_id, or product_type, product_subtype, value_excl, brand and model."
  },
  "PRODUCT_UNKNOWN": {
    "code": 1201,
    "meaning": "product_id is unknown",
    "cure": "Send the product_id or uid of a product that GET /products lists."
  },
  "PRODUCT_TYPE_NOT_ALLOWED": {
    "code": 1202,
    "meaning": "this renter may not insure this product type",
    "cure": "Read the renter's product types with GET /renters/{renterId}, or ask support to allow this one."
  },
  "PRODUCT_DATA_MISSING": {
    "code": 1220,
    "meaning": "data is missing",
    "cure": "Send data with product_marked, and user_name for LMD and LLD."
  },
  "PRODUCTS_INVALID": {
    "code": 1221,
    "meaning": "products or its data has the wrong shape",
    "cure": "Send products as an array of objects; data takes texts and numbers only, product_marked always, user_name for LMD and LLD."
  },
  "PRODUCT_TYPE_MISSING": {
    "code": 1222,
    "meaning": "product_type is missing",
    "cure": "Send one of the product types of the catalogue."
  },
  "PRODUCT_TYPE_UNKNOWN": {
    "code": 1223,
    "meaning": "product_type is unknown",
    "cure": "Send one of the product types of the catalogue."
  },
  "PRODUCT_SUBTYPE_MISSING": {
    "code": 1224,
    "meaning": "product_subtype is missing",
    "cure": "Send a subtype of the product type."
  },
  "PRODUCT_SUBTYPE_UNKNOWN": {
    "code": 1225,
    "meaning": "product_subtype does not belong to the product type",
    "cure": "Send a subtype of the product type."
  },
  "PRODUCT_VALUE_MISSING": {
    "code": 1226,
    "meaning": "value_excl is missing",
    "cure": "Send the value excluding tax, in euros, as a number."
  },
  "PRODUCT_VALUE_NOT_POSITIVE": {
    "code": 1227,
    "meaning": "value_excl must be greater than 0",
    "cure": "Send the value excluding tax, in euros, as a number greater than 0."
  },
  "PRODUCT_BRAND_MISSING": {
    "code": 1228,
    "meaning": "brand is missing",
    "cure": "Send the brand as a text."
  },
  "PRODUCT_MODEL_MISSING": {
    "code": 1229,
    "meaning": "model is missing",
    "cure": "Send the model as a text."
  },
  "PRODUCT_VALUE_TOO_HIGH": {
    "code": 1230,
    "meaning": "value_excl is over 15,000",
    "cure": "Products worth more than 15,000 euros are insured on quote only."
  },
  "BIKE_USER_NAME_MISSING": {
    "code": 1300,
    "meaning": "data.user_name is missing for a bike",
    "cure": "Send the name of the person who uses the bike."
  },
  "BIKE_MARKING_MISSING": {
    "code": 1301,
    "meaning": "data.product_marked is missing for a bike",
    "cure": "Send the marking or serial number of the bike."
  },
  "WINTERSPORTS_USER_NAME_MISSING": {
    "code": 1310,
    "meaning": "data.user_name is missing for a wintersports product",
    "cure": "Send the name of the person who uses the product."
  },
  "WINTERSPORTS_MARKING_MISSING": {
    "code": 1311,
    "meaning": "data.product_marked is missing for a wintersports product",
    "cure": "Send the marking or serial number of the product."
  },
  "WATERSPORTS_USER_NAME_MISSING": {
    "code": 1320,
    "meaning": "data.user_name is missing for a watersports product",
    "cure": "Send the name of the person who uses the product."
  },
  "WATERSPORTS_MARKING_MISSING": {
    "code": 1321,
    "meaning": "data.product_marked is missing for a watersports product",
    "cure": "Send the marking or serial number of the product."
  },
  "CONTRACT_PRODUCT_UNKNOWN": {
    "code": 1330,
    "meaning": "the contract has no such product",
    "cure": "Use the keys of the contract's products."
  },
  "CONTRACT_PRODUCT_NOT_OPEN": {
    "code": 1331,
    "meaning": "the contract product is not open",
    "cure": "Read the contract: only products with the status open can change."
  },
  "USER_NAME_EMPTY": {
    "code": 1332,
    "meaning": "product change: user_name is empty",
    "cure": "Send a text that is not empty, or leave the field out."
  },
  "INTERNAL_ID_EMPTY": {
    "code": 1333,
    "meaning": "product change: internal_id is empty",
    "cure": "Send a text that is not empty, or leave the field out."
  },
  "PRODUCT_MARKED_EMPTY": {
    "code": 1334,
    "meaning": "product change: product_marked is empty",
    "cure": "Send a text that is not empty, or leave the field out."
  },
  "PRODUCT_MARKED_NOT_TEXT": {
    "code": 1335,
    "meaning": "product change: product_marked is not a text",
    "cure": "Send product_marked as a text."
  },
  "USER_NAME_NOT_TEXT": {
    "code": 1336,
    "meaning": "product change: user_name is not a text",
    "cure": "Send user_name as a text."
  },
  "INTERNAL_ID_NOT_TEXT": {
    "code": 1337,
    "meaning": "product change: internal_id is not a text",
    "cure": "Send internal_id as a text."
  },
  "PRODUCT_DATES_NOT_ENABLED": {
    "code": 1338,
    "meaning": "product change: start_date or end_date sent without the feature product_dates",
    "cure": "Leave the dates out, or ask support for the feature."
  },
  "PRODUCT_START_BEFORE_CONTRACT": {
    "code": 1339,
    "meaning": "the product's start_date is earlier than the contract's start_date",
    "cure": "Send a start_date within the contract's period."
  },
  "PRODUCT_START_AFTER_CONTRACT": {
    "code": 1340,
    "meaning": "the product's start_date is later than the contract's end_date",
    "cure": "Send a start_date within the contract's period."
  },
  "PRODUCT_END_BEFORE_CONTRACT": {
    "code": 1341,
    "meaning": "the product's end_date is earlier than the contract's start_date",
    "cure": "Send an end_date within the contract's period."
  },
  "PRODUCT_END_AFTER_CONTRACT": {
    "code": 1342,
    "meaning": "the product's end_date is later than the contract's end_date",
    "cure": "Send an end_date within the contract's period."
  },
  "PRODUCT_START_MOVED_LATER": {
    "code": 1343,
    "meaning": "product change: the new start_date is later than the product's current start_date",
    "cure": "Send a start_date that is not later than the current one, or remove the product and add it again."
  },
  "REMOVED_PRODUCT_NOT_OPEN": {
    "code": 1350,
    "meaning": "a product to remove is not an open product of the contract",
    "cure": "Send keys of the contract's products whose status is open."
  },
  "REMOVAL_END_IN_PAST": {
    "code": 1351,
    "meaning": "end_date of the removal is in the past",
    "cure": "Send an end_date that is still to come, or leave it out to end now."
  },
  "END_AFTER_CONTRACT": {
    "code": 1352,
    "meaning": "end_date is after the end of the contract",
    "cure": "Send an end_date within the contract's period."
  },
  "INDIVIDUAL_FIRST_NAME_MISSING": {
    "code": 1400,
    "meaning": "individual.first_name is missing",
    "cure": "Send the person's first name."
  },
  "INDIVIDUAL_LAST_NAME_MISSING": {
    "code": 1401,
    "meaning": "individual.last_name is missing",
    "cure": "Send the person's last name."
  },
  "INDIVIDUAL_ADDRESS_MISSING": {
    "code": 1402,
    "meaning": "individual.address is missing",
    "cure": "Send the street address."
  },
  "INDIVIDUAL_ZIPCODE_MISSING": {
    "code": 1403,
    "meaning": "individual.zipcode is missing",
    "cure": "Send the zipcode."
  },
  "INDIVIDUAL_CITY_MISSING": {
    "code": 1404,
    "meaning": "individual.city is missing",
    "cure": "Send the city."
  },
  "INDIVIDUAL_PHONE_MISSING": {
    "code": 1405,
    "meaning": "individual.phone_number is missing",
    "cure": "Send the phone number."
  },
  "INDIVIDUAL_COUNTRY_MISSING": {
    "code": 1406,
    "meaning": "individual.country is missing",
    "cure": "Send one of FR, BE, IT, RE."
  },
  "INDIVIDUAL_ZIPCODE_INVALID": {
    "code": 1407,
    "meaning": "individual.zipcode is unknown",
    "cure": "Send a zipcode that exists in the country."
  },
  "INDIVIDUAL_CITY_INVALID": {
    "code": 1408,
    "meaning": "individual.city is not a city of the zipcode",
    "cure": "Send one of the cities that GET /geo/getCitiesByZipCode/{zipcode} lists."
  },
  "INDIVIDUAL_COUNTRY_INVALID": {
    "code": 1409,
    "meaning": "individual.country is not accepted",
    "cure": "Send one of FR, BE, IT, RE."
  },
  "INDIVIDUAL_INVALID": {
    "code": 1410,
    "meaning": "individual is not an object of texts, or its email is not an address",
    "cure": "Send individual as an object whose values are texts; email may be left out."
  },
  "CLAIM_VALIDATION_ERROR": {
    "code": 1000,
    "meaning": "a field of the claim is missing or wrong",
    "cure": "Correct the field that the message names."
  },
  "QUESTIONS_INCOMPLETE": {
    "code": 1001,
    "meaning": "answers to questions are missing or invalid",
    "cure": "Answer every question that the message lists: texts with a text, yes-or-no questions with true or false."
  },
  "FILE_TOO_LARGE": {
    "code": 1002,
    "meaning": "the file is larger than 20 MB",
    "cure": "Send a file of at most 20,971,520 bytes, for example a photo of lower resolution."
  },
  "INVALID_MIME_TYPE": {
    "code": 1003,
    "meaning": "the content of the file is of a type that is not accepted",
    "cure": "Send a PDF, JPEG, PNG, WebP, HEIC or HEIF file. The type is detected from the content, not from the name."
  },
  "INVALID_SUBTYPE_FOR_PRODUCT": {
    "code": 1004,
    "meaning": "the subtype does not exist for this type of product",
    "cure": "Send one of the subtypes that the message names."
  },
  "INVALID_BASE64": {
    "code": 1005,
    "meaning": "content is not base64",
    "cure": "Send the file's bytes in base64, without a data: prefix and without line breaks."
  },
  "UNSUPPORTED_CONTENT_TYPE": {
    "code": 1006,
    "meaning": "the content type of the request is not supported",
    "cure": "Send application/json; documents also as multipart/form-data."
  },
  "INVALID_TYPE_FOR_SUBTYPE": {
    "code": 1007,
    "meaning": "the type does not go with the subtype",
    "cure": "Send theft with total_theft or partial_theft, and break with the other subtypes."
  },
  "UNSUPPORTED_PRODUCT_TYPE": {
    "code": 1008,
    "meaning": "claims on this type of product are not taken over the API",
    "cure": "Declare the claim to support."
  },
  "CLAIM_NOT_FOUND": {
    "code": 2001,
    "meaning": "the claim does not exist",
    "cure": "Check the identifier and that it belongs to the environment of this API key."
  },
  "CLAIM_CONTRACT_NOT_FOUND": {
    "code": 2002,
    "meaning": "the contract does not exist",
    "cure": "Check contractId and that it belongs to the environment of this API key."
  },
  "CLAIM_PRODUCT_NOT_FOUND": {
    "code": 2003,
    "meaning": "the contract has no such product, or it was never insured",
    "cure": "Send a key of the contract's products as contractProductId."
  },
  "DOCUMENT_NOT_FOUND": {
    "code": 2004,
    "meaning": "the document does not exist",
    "cure": "Read the claim: its documentEntries name its documents."
  },
  "CLAIM_LINK_NOT_FOUND": {
    "code": 2005,
    "meaning": "the link does not exist",
    "cure": "List the links of the claim or of the contract: each has its id."
  },
  "CLAIM_NOT_EDITABLE": {
    "code": 3001,
    "meaning": "the claim cannot be edited in its state",
    "cure": "Read the claim: only a draft can be edited, and only a draft or a claim that waits for information takes documents."
  },
  "CLAIM_NOT_SUBMITTABLE": {
    "code": 3002,
    "meaning": "the claim is not a draft",
    "cure": "Read the claim: only a draft can be submitted."
  },
  "CLAIM_STATUS_LOCKED": {
    "code": 3003,
    "meaning": "the state of the claim forbids this",
    "cure": "Read the claim: one that is closed, rejected, abandoned or archived cannot be cancelled."
  },
  "DOCUMENTS_INCOMPLETE": {
    "code": 3004,
    "meaning": "mandatory documents are missing",
    "cure": "Upload the documents that the message lists, then submit."
  },
  "DOCUMENT_ALREADY_VALIDATED": {
    "code": 3005,
    "meaning": "the document was accepted and cannot be replaced",
    "cure": "Nothing is left to do for this document."
  },
  "INVALID_DOCUMENT_TYPE": {
    "code": 3006,
    "meaning": "the claim does not ask for a document of this type",
    "cure": "Send one of the types in the claim's documentEntries."
  },
  "ACTIVE_PAYMENT_BLOCKING": {
    "code": 3007,
    "meaning": "a payment is under way, so the claim cannot be cancelled",
    "cure": "Ask support to stop the payment first."
  },
  "RENEWAL_NOT_FOUND": {
    "code": 5000,
    "meaning": "the automatic renewal does not exist",
    "cure": "Read the contract's renewals with GET /contracts/{contractId}/automaticRenewals; POST …/automaticRenewal creates one."
  },
  "RENEWAL_NOT_OFFERED": {
    "code": 5050,
    "meaning": "this contract type has no automatic renewal",
    "cure": "Automatic renewals are for LMD and LLD contracts."
  },
  "RENEWAL_DEFAULT_APPLICATION_READ_ONLY": {
    "code": 5100,
    "meaning": "default_application cannot be changed",
    "cure": "Send only use_notification, rejected and duration_months."
  },
  "RENEWAL_APPLIED_READ_ONLY": {
    "code": 5101,
    "meaning": "applied cannot be changed",
    "cure": "Send only use_notification, rejected and duration_months."
  },
  "RENEWAL_APPLIED_AT_READ_ONLY": {
    "code": 5102,
    "meaning": "applied_at cannot be changed",
    "cure": "Send only use_notification, rejected and duration_months."
  },
  "RENEWAL_SCHEDULE_READ_ONLY": {
    "code": 5103,
    "meaning": "renewal_scheduled_for cannot be changed",
    "cure": "It follows the end of the contract. Send only use_notification, rejected and duration_months."
  },
  "RENEWAL_NOTIFIED_READ_ONLY": {
    "code": 5104,
    "meaning": "notified cannot be changed",
    "cure": "Send only use_notification, rejected and duration_months."
  },
  "RENEWAL_NOTIFIED_AT_READ_ONLY": {
    "code": 5105,
    "meaning": "notified_at cannot be changed",
    "cure": "Send only use_notification, rejected and duration_months."
  },
  "RENEWAL_NOTICE_SCHEDULE_READ_ONLY": {
    "code": 5106,
    "meaning": "notification_scheduled_for cannot be changed",
    "cure": "It is one month before the renewal. Send only use_notification, rejected and duration_months."
  },
  "RENEWAL_REJECTED_AT_READ_ONLY": {
    "code": 5107,
    "meaning": "rejected_at cannot be changed",
    "cure": "Send rejected; only use_notification, rejected and duration_months can be changed."
  },
  "RENEWAL_EXTENSION_READ_ONLY": {
    "code": 5108,
    "meaning": "extension cannot be changed",
    "cure": "Send only use_notification, rejected and duration_months."
  },
  "RENEWAL_NEXT_CONTRACT_READ_ONLY": {
    "code": 5109,
    "meaning": "next_cid cannot be changed",
    "cure": "Send only use_notification, rejected and duration_months."
  },
  "RENEWAL_CONTRACT_OVER": {
    "code": 5112,
    "meaning": "the end of the contract is past",
    "cure": "Configure the renewal of the contract that follows, or create a new contract."
  },
  "RENEWAL_ALREADY_APPLIED": {
    "code": 5113,
    "meaning": "the automatic renewal was applied already",
    "cure": "Configure the renewal of the contract that it created: next_cid names it."
  },
  "CATALOGUE_UID_MISSING": {
    "code": 4000,
    "meaning": "uid is missing",
    "cure": "Send your own identifier of the product, a UUID if you can."
  },
  "CATALOGUE_TYPE_MISSING": {
    "code": 4001,
    "meaning": "product_type is missing",
    "cure": "Send one of the product types of the catalogue."
  },
  "CATALOGUE_TITLE_MISSING": {
    "code": 4002,
    "meaning": "title is missing",
    "cure": "Send the title under which people find the product."
  },
  "CATALOGUE_DATA_MISSING": {
    "code": 4003,
    "meaning": "data is missing",
    "cure": "Send data with product_subtype, brand and model."
  },
  "CATALOGUE_VALUE_MISSING": {
    "code": 4004,
    "meaning": "value_excl is missing",
    "cure": "Send the value excluding tax, in euros, as a number."
  },
  "CATALOGUE_SUBTYPE_MISSING": {
    "code": 4005,
    "meaning": "data.product_subtype is missing",
    "cure": "Send a subtype of the product type."
  },
  "CATALOGUE_BRAND_MISSING": {
    "code": 4006,
    "meaning": "data.brand is missing",
    "cure": "Send the brand as a text."
  },
  "CATALOGUE_MODEL_MISSING": {
    "code": 4007,
    "meaning": "data.model is missing",
    "cure": "Send the model as a text."
  },
  "CATALOGUE_TYPE_UNKNOWN": {
    "code": 4008,
    "meaning": "product_type is unknown",
    "cure": "Send one of the product types of the catalogue."
  },
  "CATALOGUE_SUBTYPE_UNKNOWN": {
    "code": 4009,
    "meaning": "data.product_subtype does not belong to the product type",
    "cure": "Send a subtype of the product type."
  },
  "CATALOGUE_UID_TAKEN": {
    "code": 4010,
    "meaning": "a product with this uid exists in this environment",
    "cure": "Change the existing product with PATCH, or choose another uid; a deleted product keeps its own."
  },
  "CATALOGUE_UID_INVALID": {
    "code": 4011,
    "meaning": "uid is not a text of 1 to 128 characters",
    "cure": "Send uid as a text of 1 to 128 characters."
  },
  "CATALOGUE_TITLE_INVALID": {
    "code": 4012,
    "meaning": "title is not a text of 1 to 500 characters",
    "cure": "Send title as a text of 1 to 500 characters."
  },
  "CATALOGUE_VALUE_INVALID": {
    "code": 4013,
    "meaning": "value_excl is not a number",
    "cure": "Send the value excluding tax, in euros, as a number, without quotes."
  },
  "CATALOGUE_DESCRIPTION_INVALID": {
    "code": 4014,
    "meaning": "description is not a text of at most 5,000 characters",
    "cure": "Send description as a text of at most 5,000 characters, or leave it out."
  },
  "CATALOGUE_BRAND_INVALID": {
    "code": 4015,
    "meaning": "data.brand is not a text of 1 to 500 characters",
    "cure": "Send the brand as a text of 1 to 500 characters."
  },
  "CATALOGUE_MODEL_INVALID": {
    "code": 4016,
    "meaning": "data.model is not a text of 1 to 500 characters",
    "cure": "Send the model as a text of 1 to 500 characters."
  },
  "CATALOGUE_DATA_INVALID": {
    "code": 4017,
    "meaning": "data is not an object, or it is too large",
    "cure": "Send data as an object with product_subtype, brand and model, at most 50 properties of your own and 8 KiB in total."
  },
  "CATALOGUE_TYPE_INVALID": {
    "code": 4018,
    "meaning": "product_type is not a text",
    "cure": "Send one of the product types of the catalogue."
  },
  "CATALOGUE_SUBTYPE_INVALID": {
    "code": 4019,
    "meaning": "data.product_subtype is not a text",
    "cure": "Send a subtype of the product type."
  },
  "CATALOGUE_TYPE_NOT_ALLOWED": {
    "code": 4020,
    "meaning": "none of the renters attached to this API key may insure this product type",
    "cure": "Read the renters' product types with GET /renters/{renterId}; attach a renter that may insure this one, or ask support to allow it."
  },
  "CATALOGUE_VALUE_NOT_POSITIVE": {
    "code": 4021,
    "meaning": "value_excl is less than one cent",
    "cure": "Send the value excluding tax, in euros, 0.01 or more."
  },
  "CATALOGUE_PURCHASED_DATE_INVALID": {
    "code": 4022,
    "meaning": "purchased_date is not an ISO 8601 date or instant, or it is too long ago or in the future",
    "cure": "Send a day such as 2024-05-31 or an instant such as 2024-05-31T09:00:00Z that is past, or leave it out."
  },
  "CATALOGUE_NEW_VALUE_INVALID": {
    "code": 4101,
    "meaning": "update: value_excl is not a number",
    "cure": "Send the value excluding tax, in euros, as a number, without quotes."
  },
  "CATALOGUE_NEW_DESCRIPTION_INVALID": {
    "code": 4102,
    "meaning": "update: description is not a text of at most 5,000 characters",
    "cure": "Send description as a text of at most 5,000 characters, or leave it out."
  },
  "CATALOGUE_NEW_TITLE_INVALID": {
    "code": 4103,
    "meaning": "update: title is not a text of 1 to 500 characters",
    "cure": "Send title as a text of 1 to 500 characters."
  },
  "CATALOGUE_NEW_PURCHASED_DATE_INVALID": {
    "code": 4104,
    "meaning": "update: purchased_date is not an ISO 8601 date or instant, or it is too long ago or in the future",
    "cure": "Send a day such as 2024-05-31 or an instant such as 2024-05-31T09:00:00Z that is past, or leave it out."
  },
  "CATALOGUE_PRODUCT_NOT_FOUND": {
    "code": 4999,
    "meaning": "the product does not exist",
    "cure": "Check the product identifier and that it belongs to the environment of this API key; a deleted product can be read, but not changed."
  },
  "RENTER_ID_MISSING": {
    "code": 2000,
    "meaning": "renter_id is missing",
    "cure": "Send the uid of the renter as a JSON text, or as {\"renter_id\": uid}."
  },
  "RENTER_UNKNOWN": {
    "code": 2001,
    "meaning": "the renter is unknown",
    "cure": "Send the uid of a renter that the operator has registered."
  },
  "RENTER_ALREADY_ATTACHED": {
    "code": 2002,
    "meaning": "the renter is already attached to this API key",
    "cure": "Nothing to do: GET /renters lists the attached renters."
  },
  "EVENT_NOT_FOUND": {
    "code": 404,
    "meaning": "the event does not exist",
    "cure": "Check the identifier and that it belongs to the environment of this API key. Events are kept for as long as deliveries."
  },
  "STATEMENT_NOT_FOUND": {
    "code": 1090,
    "meaning": "there is no statement of this month",
    "cure": "Send a month such as 2027-01, from that of the environment's first contract to the current one. `GET /statements` lists them."
  }
} as const;

export const errorNames = {
  "claim": {
    "404": [
      "UNKNOWN_PATH"
    ],
    "405": [
      "METHOD_NOT_ALLOWED"
    ],
    "408": [
      "REQUEST_TIMED_OUT"
    ],
    "409": [
      "IDEMPOTENT_CALL_IN_PROGRESS"
    ],
    "413": [
      "BODY_TOO_LARGE"
    ],
    "415": [
      "CONTENT_ENCODING_UNSUPPORTED"
    ],
    "422": [
      "IDEMPOTENCY_KEY_REUSED"
    ],
    "431": [
      "HEADERS_TOO_LARGE"
    ],
    "500": [
      "INTERNAL_ERROR"
    ],
    "503": [
      "SERVICE_UNAVAILABLE"
    ],
    "1000": [
      "CLAIM_VALIDATION_ERROR"
    ],
    "1001": [
      "QUESTIONS_INCOMPLETE"
    ],
    "1002": [
      "FILE_TOO_LARGE"
    ],
    "1003": [
      "INVALID_MIME_TYPE"
    ],
    "1004": [
      "INVALID_SUBTYPE_FOR_PRODUCT"
    ],
    "1005": [
      "INVALID_BASE64"
    ],
    "1006": [
      "UNSUPPORTED_CONTENT_TYPE"
    ],
    "1007": [
      "INVALID_TYPE_FOR_SUBTYPE"
    ],
    "1008": [
      "UNSUPPORTED_PRODUCT_TYPE"
    ],
    "1051": [
      "CONTRACT_NOT_FOUND"
    ],
    "1052": [
      "CONTRACT_NOT_OPEN"
    ],
    "1330": [
      "CONTRACT_PRODUCT_UNKNOWN"
    ],
    "2001": [
      "CLAIM_NOT_FOUND"
    ],
    "2002": [
      "CLAIM_CONTRACT_NOT_FOUND"
    ],
    "2003": [
      "CLAIM_PRODUCT_NOT_FOUND"
    ],
    "2004": [
      "DOCUMENT_NOT_FOUND"
    ],
    "2005": [
      "CLAIM_LINK_NOT_FOUND"
    ],
    "3001": [
      "CLAIM_NOT_EDITABLE"
    ],
    "3002": [
      "CLAIM_NOT_SUBMITTABLE"
    ],
    "3003": [
      "CLAIM_STATUS_LOCKED"
    ],
    "3004": [
      "DOCUMENTS_INCOMPLETE"
    ],
    "3005": [
      "DOCUMENT_ALREADY_VALIDATED"
    ],
    "3006": [
      "INVALID_DOCUMENT_TYPE"
    ],
    "3007": [
      "ACTIVE_PAYMENT_BLOCKING"
    ],
    "9001": [
      "MISSING_API_KEY"
    ],
    "9002": [
      "INVALID_API_KEY"
    ],
    "9003": [
      "UNAUTHORIZED_USER"
    ],
    "98888": [
      "INSUFFICIENT_PERMISSIONS"
    ],
    "99888": [
      "RATE_LIMITED"
    ]
  },
  "contract": {
    "400": [
      "MALFORMED_REQUEST"
    ],
    "404": [
      "EVENT_NOT_FOUND",
      "UNKNOWN_PATH"
    ],
    "405": [
      "METHOD_NOT_ALLOWED"
    ],
    "408": [
      "REQUEST_TIMED_OUT"
    ],
    "409": [
      "IDEMPOTENT_CALL_IN_PROGRESS"
    ],
    "413": [
      "BODY_TOO_LARGE"
    ],
    "415": [
      "CONTENT_TYPE_UNSUPPORTED",
      "CONTENT_ENCODING_UNSUPPORTED"
    ],
    "422": [
      "IDEMPOTENCY_KEY_REUSED"
    ],
    "431": [
      "HEADERS_TOO_LARGE"
    ],
    "500": [
      "INTERNAL_ERROR"
    ],
    "503": [
      "SERVICE_UNAVAILABLE"
    ],
    "1000": [
      "START_IN_PAST"
    ],
    "1001": [
      "END_BEFORE_START"
    ],
    "1002": [
      "INVALID_PERIOD"
    ],
    "1003": [
      "CONTRACT_TYPE_NOT_ALLOWED"
    ],
    "1004": [
      "CONTRACT_TYPE_UNKNOWN"
    ],
    "1005": [
      "END_MISSING"
    ],
    "1006": [
      "CONTRACT_TYPE_MISSING"
    ],
    "1007": [
      "PRODUCTS_MISSING"
    ],
    "1008": [
      "OPTIONS_MISSING"
    ],
    "1009": [
      "LLD_OPTIONS_INCOMPLETE"
    ],
    "1010": [
      "OPTION_NOT_ALLOWED"
    ],
    "1012": [
      "UID_MISSING"
    ],
    "1013": [
      "COMPANY_MISSING"
    ],
    "1014": [
      "INDIVIDUAL_MISSING"
    ],
    "1015": [
      "LLD_USAGE_MISSING"
    ],
    "1018": [
      "LCD_OPTIONS_INCOMPLETE"
    ],
    "1019": [
      "LMD_SHORT_OPTIONS_INCOMPLETE"
    ],
    "1020": [
      "LMD_LONG_OPTIONS_INCOMPLETE"
    ],
    "1021": [
      "END_IN_PAST"
    ],
    "1022": [
      "PRODUCT_NOT_OFFERED"
    ],
    "1050": [
      "DATES_FROZEN"
    ],
    "1051": [
      "CONTRACT_NOT_FOUND"
    ],
    "1052": [
      "CONTRACT_NOT_OPEN"
    ],
    "1053": [
      "REASON_MISSING"
    ],
    "1090": [
      "STATEMENT_NOT_FOUND"
    ],
    "1100": [
      "COMPANY_NAME_MISSING"
    ],
    "1101": [
      "SIREN_MISSING"
    ],
    "1102": [
      "SIREN_INVALID"
    ],
    "1103": [
      "COMPANY_FIRST_NAME_MISSING"
    ],
    "1104": [
      "COMPANY_LAST_NAME_MISSING"
    ],
    "1105": [
      "COMPANY_ADDRESS_MISSING"
    ],
    "1106": [
      "COMPANY_ZIPCODE_INVALID"
    ],
    "1107": [
      "COMPANY_CITY_INVALID"
    ],
    "1108": [
      "COMPANY_COUNTRY_INVALID"
    ],
    "1109": [
      "COMPANY_INVALID"
    ],
    "1150": [
      "COMPANY_FROZEN"
    ],
    "1151": [
      "INDIVIDUAL_FROZEN"
    ],
    "1200": [
      "PRODUCT_REFERENCE_MISSING"
    ],
    "1201": [
      "PRODUCT_UNKNOWN"
    ],
    "1202": [
      "PRODUCT_TYPE_NOT_ALLOWED"
    ],
    "1220": [
      "PRODUCT_DATA_MISSING"
    ],
    "1221": [
      "PRODUCTS_INVALID"
    ],
    "1222": [
      "PRODUCT_TYPE_MISSING"
    ],
    "1223": [
      "PRODUCT_TYPE_UNKNOWN"
    ],
    "1224": [
      "PRODUCT_SUBTYPE_MISSING"
    ],
    "1225": [
      "PRODUCT_SUBTYPE_UNKNOWN"
    ],
    "1226": [
      "PRODUCT_VALUE_MISSING"
    ],
    "1227": [
      "PRODUCT_VALUE_NOT_POSITIVE"
    ],
    "1228": [
      "PRODUCT_BRAND_MISSING"
    ],
    "1229": [
      "PRODUCT_MODEL_MISSING"
    ],
    "1230": [
      "PRODUCT_VALUE_TOO_HIGH"
    ],
    "1300": [
      "BIKE_USER_NAME_MISSING"
    ],
    "1301": [
      "BIKE_MARKING_MISSING"
    ],
    "1310": [
      "WINTERSPORTS_USER_NAME_MISSING"
    ],
    "1311": [
      "WINTERSPORTS_MARKING_MISSING"
    ],
    "1320": [
      "WATERSPORTS_USER_NAME_MISSING"
    ],
    "1321": [
      "WATERSPORTS_MARKING_MISSING"
    ],
    "1330": [
      "CONTRACT_PRODUCT_UNKNOWN"
    ],
    "1331": [
      "CONTRACT_PRODUCT_NOT_OPEN"
    ],
    "1332": [
      "USER_NAME_EMPTY"
    ],
    "1333": [
      "INTERNAL_ID_EMPTY"
    ],
    "1334": [
      "PRODUCT_MARKED_EMPTY"
    ],
    "1335": [
      "PRODUCT_MARKED_NOT_TEXT"
    ],
    "1336": [
      "USER_NAME_NOT_TEXT"
    ],
    "1337": [
      "INTERNAL_ID_NOT_TEXT"
    ],
    "1338": [
      "PRODUCT_DATES_NOT_ENABLED"
    ],
    "1339": [
      "PRODUCT_START_BEFORE_CONTRACT"
    ],
    "1340": [
      "PRODUCT_START_AFTER_CONTRACT"
    ],
    "1341": [
      "PRODUCT_END_BEFORE_CONTRACT"
    ],
    "1342": [
      "PRODUCT_END_AFTER_CONTRACT"
    ],
    "1343": [
      "PRODUCT_START_MOVED_LATER"
    ],
    "1350": [
      "REMOVED_PRODUCT_NOT_OPEN"
    ],
    "1351": [
      "REMOVAL_END_IN_PAST"
    ],
    "1352": [
      "END_AFTER_CONTRACT"
    ],
    "1400": [
      "INDIVIDUAL_FIRST_NAME_MISSING"
    ],
    "1401": [
      "INDIVIDUAL_LAST_NAME_MISSING"
    ],
    "1402": [
      "INDIVIDUAL_ADDRESS_MISSING"
    ],
    "1403": [
      "INDIVIDUAL_ZIPCODE_MISSING"
    ],
    "1404": [
      "INDIVIDUAL_CITY_MISSING"
    ],
    "1405": [
      "INDIVIDUAL_PHONE_MISSING"
    ],
    "1406": [
      "INDIVIDUAL_COUNTRY_MISSING"
    ],
    "1407": [
      "INDIVIDUAL_ZIPCODE_INVALID"
    ],
    "1408": [
      "INDIVIDUAL_CITY_INVALID"
    ],
    "1409": [
      "INDIVIDUAL_COUNTRY_INVALID"
    ],
    "1410": [
      "INDIVIDUAL_INVALID"
    ],
    "5000": [
      "RENEWAL_NOT_FOUND"
    ],
    "5050": [
      "RENEWAL_NOT_OFFERED"
    ],
    "5100": [
      "RENEWAL_DEFAULT_APPLICATION_READ_ONLY"
    ],
    "5101": [
      "RENEWAL_APPLIED_READ_ONLY"
    ],
    "5102": [
      "RENEWAL_APPLIED_AT_READ_ONLY"
    ],
    "5103": [
      "RENEWAL_SCHEDULE_READ_ONLY"
    ],
    "5104": [
      "RENEWAL_NOTIFIED_READ_ONLY"
    ],
    "5105": [
      "RENEWAL_NOTIFIED_AT_READ_ONLY"
    ],
    "5106": [
      "RENEWAL_NOTICE_SCHEDULE_READ_ONLY"
    ],
    "5107": [
      "RENEWAL_REJECTED_AT_READ_ONLY"
    ],
    "5108": [
      "RENEWAL_EXTENSION_READ_ONLY"
    ],
    "5109": [
      "RENEWAL_NEXT_CONTRACT_READ_ONLY"
    ],
    "5112": [
      "RENEWAL_CONTRACT_OVER"
    ],
    "5113": [
      "RENEWAL_ALREADY_APPLIED"
    ],
    "9001": [
      "MISSING_API_KEY"
    ],
    "9002": [
      "INVALID_API_KEY"
    ],
    "9003": [
      "UNAUTHORIZED_USER"
    ],
    "98888": [
      "INSUFFICIENT_PERMISSIONS"
    ],
    "99888": [
      "RATE_LIMITED",
      "OPEN_CONTRACTS_LIMIT"
    ]
  },
  "product": {
    "400": [
      "MALFORMED_REQUEST"
    ],
    "404": [
      "UNKNOWN_PATH"
    ],
    "405": [
      "METHOD_NOT_ALLOWED"
    ],
    "408": [
      "REQUEST_TIMED_OUT"
    ],
    "409": [
      "IDEMPOTENT_CALL_IN_PROGRESS"
    ],
    "413": [
      "BODY_TOO_LARGE"
    ],
    "415": [
      "CONTENT_TYPE_UNSUPPORTED",
      "CONTENT_ENCODING_UNSUPPORTED"
    ],
    "422": [
      "IDEMPOTENCY_KEY_REUSED"
    ],
    "431": [
      "HEADERS_TOO_LARGE"
    ],
    "500": [
      "INTERNAL_ERROR"
    ],
    "503": [
      "SERVICE_UNAVAILABLE"
    ],
    "1230": [
      "PRODUCT_VALUE_TOO_HIGH"
    ],
    "2000": [
      "RENTER_ID_MISSING"
    ],
    "2001": [
      "RENTER_UNKNOWN"
    ],
    "2002": [
      "RENTER_ALREADY_ATTACHED"
    ],
    "4000": [
      "CATALOGUE_UID_MISSING"
    ],
    "4001": [
      "CATALOGUE_TYPE_MISSING"
    ],
    "4002": [
      "CATALOGUE_TITLE_MISSING"
    ],
    "4003": [
      "CATALOGUE_DATA_MISSING"
    ],
    "4004": [
      "CATALOGUE_VALUE_MISSING"
    ],
    "4005": [
      "CATALOGUE_SUBTYPE_MISSING"
    ],
    "4006": [
      "CATALOGUE_BRAND_MISSING"
    ],
    "4007": [
      "CATALOGUE_MODEL_MISSING"
    ],
    "4008": [
      "CATALOGUE_TYPE_UNKNOWN"
    ],
    "4009": [
      "CATALOGUE_SUBTYPE_UNKNOWN"
    ],
    "4010": [
      "CATALOGUE_UID_TAKEN"
    ],
    "4011": [
      "CATALOGUE_UID_INVALID"
    ],
    "4012": [
      "CATALOGUE_TITLE_INVALID"
    ],
    "4013": [
      "CATALOGUE_VALUE_INVALID"
    ],
    "4014": [
      "CATALOGUE_DESCRIPTION_INVALID"
    ],
    "4015": [
      "CATALOGUE_BRAND_INVALID"
    ],
    "4016": [
      "CATALOGUE_MODEL_INVALID"
    ],
    "4017": [
      "CATALOGUE_DATA_INVALID"
    ],
    "4018": [
      "CATALOGUE_TYPE_INVALID"
    ],
    "4019": [
      "CATALOGUE_SUBTYPE_INVALID"
    ],
    "4020": [
      "CATALOGUE_TYPE_NOT_ALLOWED"
    ],
    "4021": [
      "CATALOGUE_VALUE_NOT_POSITIVE"
    ],
    "4022": [
      "CATALOGUE_PURCHASED_DATE_INVALID"
    ],
    "4101": [
      "CATALOGUE_NEW_VALUE_INVALID"
    ],
    "4102": [
      "CATALOGUE_NEW_DESCRIPTION_INVALID"
    ],
    "4103": [
      "CATALOGUE_NEW_TITLE_INVALID"
    ],
    "4104": [
      "CATALOGUE_NEW_PURCHASED_DATE_INVALID"
    ],
    "4999": [
      "CATALOGUE_PRODUCT_NOT_FOUND"
    ],
    "9001": [
      "MISSING_API_KEY"
    ],
    "9002": [
      "INVALID_API_KEY"
    ],
    "9003": [
      "UNAUTHORIZED_USER"
    ],
    "99888": [
      "RATE_LIMITED"
    ]
  }
} as const;

export const requestFields: ReadonlySet<string> = new Set(["add_to_all_contracts","address","advance","after","amount","arid","askAgain","autoSubmit","automatic_renewal","before","brand","category","city","claimAt","claimId","comment","company","company_name","confirm","content","contractId","contractProductId","contract_product_id","contract_type","country","data","description","disable_notification_on_all_contracts","documentId","duration_months","email","enable_notification_on_all_contracts","end_date","eventId","event_type","expires_in_hours","file","filename","firstName","first_name","format","id","individual","insured","internal_id","language","lastName","last_name","limit","linkId","location","model","month","move","name","note","offset","options","phoneNumber","phone_number","preview","productId","product_id","product_marked","product_subtype","product_type","products","purchased_date","questions","reason","reject_on_all_contracts","rejected","renterId","renter_id","return_url","settlementId","siren","skip","start_date","status","subject","subtype","test","title","to","type","uid","use_notification","userId","user_name","value_excl","wait","zipcode"]);

export const eventTypes = [
  "v2.contract.created",
  "v2.contract.updated",
  "v2.contract.closed",
  "v2.contract.canceled",
  "v2.contract.terminated",
  "v2.contract.reopened",
  "v2.contract.renewed",
  "v2.contract.renewal.enabled",
  "v2.contract.renewal.updated",
  "v2.contract.renewal.rejected",
  "v2.contract.renewal.resumed",
  "v2.contract.renewal.notification",
  "v2.claim.draft.created",
  "v2.claim.draft.ready",
  "v2.claim.draft.archived",
  "v2.claim.created",
  "v2.claim.closed",
  "v2.claim.reopened",
  "v2.claim.abandoned",
  "v2.claim.refused",
  "v2.claim.status.updated",
  "v2.claim.document.uploaded",
  "v2.claim.document.accepted",
  "v2.claim.document.refused",
  "v2.claim.document.requested",
  "v2.claim.settlement.created",
  "v2.claim.settlement.paid",
  "v2.claim.settlement.returned"
] as const;
