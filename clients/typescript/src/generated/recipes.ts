/** Generated from the recipes of the sandbox by `npm run clients`. */

import type { EventType } from "./schema.ts";

export interface RecipeStep {
  method: string;
  path: string;
  body?: unknown;
  capture?: Readonly<Record<string, string>>;
}

export const recipes: Readonly<Record<EventType, { about: string; steps: readonly RecipeStep[] }>> = {
  "v2.contract.created": {
    "about": "cid",
    "steps": [
      {
        "method": "POST",
        "path": "/contracts",
        "body": {
          "uid": "{renter}",
          "contract_type": "LCD",
          "end_date": "{now+7d}",
          "options": [
            "break",
            "theft"
          ],
          "products": [
            {
              "product_type": "bike",
              "product_subtype": "electric",
              "value_excl": 2400,
              "brand": "Moustache",
              "model": "Lundi 27",
              "data": {
                "product_marked": "BC-12345",
                "user_name": "Ada Martin"
              }
            }
          ]
        },
        "capture": {
          "cid": "contract.cid",
          "cpid": "contract.products.*",
          "start": "contract.start_date"
        }
      }
    ]
  },
  "v2.contract.updated": {
    "about": "cid",
    "steps": [
      {
        "method": "POST",
        "path": "/contracts",
        "body": {
          "uid": "{renter}",
          "contract_type": "LCD",
          "end_date": "{now+7d}",
          "options": [
            "break",
            "theft"
          ],
          "products": [
            {
              "product_type": "bike",
              "product_subtype": "electric",
              "value_excl": 2400,
              "brand": "Moustache",
              "model": "Lundi 27",
              "data": {
                "product_marked": "BC-12345",
                "user_name": "Ada Martin"
              }
            }
          ]
        },
        "capture": {
          "cid": "contract.cid",
          "cpid": "contract.products.*",
          "start": "contract.start_date"
        }
      },
      {
        "method": "PATCH",
        "path": "/contracts/{cid}",
        "body": {
          "end_date": "{now+9d}"
        }
      }
    ]
  },
  "v2.contract.closed": {
    "about": "cid",
    "steps": [
      {
        "method": "POST",
        "path": "/contracts",
        "body": {
          "uid": "{renter}",
          "contract_type": "LCD",
          "end_date": "{now+1h}",
          "options": [
            "break",
            "theft"
          ],
          "products": [
            {
              "product_type": "bike",
              "product_subtype": "electric",
              "value_excl": 2400,
              "brand": "Moustache",
              "model": "Lundi 27",
              "data": {
                "product_marked": "BC-12345",
                "user_name": "Ada Martin"
              }
            }
          ]
        },
        "capture": {
          "cid": "contract.cid",
          "cpid": "contract.products.*",
          "start": "contract.start_date"
        }
      },
      {
        "method": "POST",
        "path": "/sandbox/clock",
        "body": {
          "advance": "PT2H"
        }
      }
    ]
  },
  "v2.contract.canceled": {
    "about": "cid",
    "steps": [
      {
        "method": "POST",
        "path": "/contracts",
        "body": {
          "uid": "{renter}",
          "contract_type": "LCD",
          "end_date": "{now+7d}",
          "options": [
            "break",
            "theft"
          ],
          "products": [
            {
              "product_type": "bike",
              "product_subtype": "electric",
              "value_excl": 2400,
              "brand": "Moustache",
              "model": "Lundi 27",
              "data": {
                "product_marked": "BC-12345",
                "user_name": "Ada Martin"
              }
            }
          ]
        },
        "capture": {
          "cid": "contract.cid",
          "cpid": "contract.products.*",
          "start": "contract.start_date"
        }
      },
      {
        "method": "DELETE",
        "path": "/contracts/{cid}"
      }
    ]
  },
  "v2.contract.terminated": {
    "about": "cid",
    "steps": [
      {
        "method": "POST",
        "path": "/contracts",
        "body": {
          "uid": "{renter}",
          "contract_type": "LCD",
          "end_date": "{now+7d}",
          "options": [
            "break",
            "theft"
          ],
          "products": [
            {
              "product_type": "bike",
              "product_subtype": "electric",
              "value_excl": 2400,
              "brand": "Moustache",
              "model": "Lundi 27",
              "data": {
                "product_marked": "BC-12345",
                "user_name": "Ada Martin"
              }
            }
          ]
        },
        "capture": {
          "cid": "contract.cid",
          "cpid": "contract.products.*",
          "start": "contract.start_date"
        }
      },
      {
        "method": "POST",
        "path": "/sandbox/clock",
        "body": {
          "advance": "PT5H"
        }
      },
      {
        "method": "DELETE",
        "path": "/contracts/{cid}",
        "body": {
          "reason": "The customer bought the bike."
        }
      }
    ]
  },
  "v2.contract.reopened": {
    "about": "cid",
    "steps": [
      {
        "method": "POST",
        "path": "/contracts",
        "body": {
          "uid": "{renter}",
          "contract_type": "LCD",
          "end_date": "{now+1h}",
          "options": [
            "break",
            "theft"
          ],
          "products": [
            {
              "product_type": "bike",
              "product_subtype": "electric",
              "value_excl": 2400,
              "brand": "Moustache",
              "model": "Lundi 27",
              "data": {
                "product_marked": "BC-12345",
                "user_name": "Ada Martin"
              }
            }
          ]
        },
        "capture": {
          "cid": "contract.cid",
          "cpid": "contract.products.*",
          "start": "contract.start_date"
        }
      },
      {
        "method": "POST",
        "path": "/sandbox/clock",
        "body": {
          "advance": "PT2H"
        }
      },
      {
        "method": "POST",
        "path": "/sandbox/contracts/{cid}/reopen",
        "body": {
          "end_date": "{now+7d}"
        }
      }
    ]
  },
  "v2.contract.renewed": {
    "about": "next",
    "steps": [
      {
        "method": "POST",
        "path": "/contracts",
        "body": {
          "uid": "{renter}",
          "contract_type": "LMD",
          "end_date": "{now+1mo}",
          "options": [
            "break",
            "theft"
          ],
          "products": [
            {
              "product_type": "bike",
              "product_subtype": "electric",
              "value_excl": 2400,
              "brand": "Moustache",
              "model": "Lundi 27",
              "data": {
                "product_marked": "BC-12345",
                "user_name": "Ada Martin"
              }
            }
          ]
        },
        "capture": {
          "cid": "contract.cid"
        }
      },
      {
        "method": "POST",
        "path": "/contracts/{cid}/automaticRenewal",
        "body": {
          "use_notification": true
        },
        "capture": {
          "arid": "automatic_renewal.arid"
        }
      },
      {
        "method": "POST",
        "path": "/sandbox/clock",
        "body": {
          "advance": "P1M"
        }
      },
      {
        "method": "GET",
        "path": "/contracts/{cid}/automaticRenewal/{arid}",
        "capture": {
          "next": "automatic_renewal.next_cid"
        }
      }
    ]
  },
  "v2.contract.renewal.enabled": {
    "about": "cid",
    "steps": [
      {
        "method": "POST",
        "path": "/contracts",
        "body": {
          "uid": "{renter}",
          "contract_type": "LLD",
          "end_date": "{now+12mo}",
          "options": [
            "break",
            "theft",
            "home_to_work",
            "individual"
          ],
          "individual": {
            "first_name": "Ada",
            "last_name": "Martin",
            "address": "12 rue de la Paix",
            "zipcode": "75002",
            "city": "Paris",
            "country": "FR",
            "phone_number": "+33612345678"
          },
          "products": [
            {
              "product_type": "bike",
              "product_subtype": "electric",
              "value_excl": 2400,
              "brand": "Moustache",
              "model": "Lundi 27",
              "data": {
                "product_marked": "BC-12345",
                "user_name": "Ada Martin"
              }
            }
          ]
        },
        "capture": {
          "cid": "contract.cid"
        }
      },
      {
        "method": "POST",
        "path": "/contracts/{cid}/automaticRenewal",
        "body": {
          "use_notification": true
        },
        "capture": {
          "arid": "automatic_renewal.arid"
        }
      }
    ]
  },
  "v2.contract.renewal.updated": {
    "about": "cid",
    "steps": [
      {
        "method": "POST",
        "path": "/contracts",
        "body": {
          "uid": "{renter}",
          "contract_type": "LMD",
          "end_date": "{now+7mo}",
          "options": [
            "break",
            "theft",
            "company"
          ],
          "company": {
            "company_name": "Vélos de la Seine",
            "first_name": "Ada",
            "last_name": "Martin",
            "address": "12 rue de la Paix",
            "zipcode": "75002",
            "city": "Paris",
            "country": "FR"
          },
          "products": [
            {
              "product_type": "bike",
              "product_subtype": "electric",
              "value_excl": 2400,
              "brand": "Moustache",
              "model": "Lundi 27",
              "data": {
                "product_marked": "BC-12345",
                "user_name": "Ada Martin"
              }
            }
          ]
        },
        "capture": {
          "cid": "contract.cid"
        }
      },
      {
        "method": "POST",
        "path": "/contracts/{cid}/automaticRenewal",
        "body": {
          "use_notification": true
        },
        "capture": {
          "arid": "automatic_renewal.arid"
        }
      },
      {
        "method": "PATCH",
        "path": "/contracts/{cid}/automaticRenewal/{arid}",
        "body": {
          "duration_months": 12
        }
      }
    ]
  },
  "v2.contract.renewal.rejected": {
    "about": "cid",
    "steps": [
      {
        "method": "POST",
        "path": "/contracts",
        "body": {
          "uid": "{renter}",
          "contract_type": "LMD",
          "end_date": "{now+7mo}",
          "options": [
            "break",
            "theft",
            "company"
          ],
          "company": {
            "company_name": "Vélos de la Seine",
            "first_name": "Ada",
            "last_name": "Martin",
            "address": "12 rue de la Paix",
            "zipcode": "75002",
            "city": "Paris",
            "country": "FR"
          },
          "products": [
            {
              "product_type": "bike",
              "product_subtype": "electric",
              "value_excl": 2400,
              "brand": "Moustache",
              "model": "Lundi 27",
              "data": {
                "product_marked": "BC-12345",
                "user_name": "Ada Martin"
              }
            }
          ]
        },
        "capture": {
          "cid": "contract.cid"
        }
      },
      {
        "method": "POST",
        "path": "/contracts/{cid}/automaticRenewal",
        "body": {
          "use_notification": true
        },
        "capture": {
          "arid": "automatic_renewal.arid"
        }
      },
      {
        "method": "PATCH",
        "path": "/contracts/{cid}/automaticRenewal/{arid}",
        "body": {
          "rejected": true
        }
      }
    ]
  },
  "v2.contract.renewal.resumed": {
    "about": "cid",
    "steps": [
      {
        "method": "POST",
        "path": "/contracts",
        "body": {
          "uid": "{renter}",
          "contract_type": "LLD",
          "end_date": "{now+12mo}",
          "options": [
            "break",
            "theft",
            "home_to_work",
            "individual"
          ],
          "individual": {
            "first_name": "Ada",
            "last_name": "Martin",
            "address": "12 rue de la Paix",
            "zipcode": "75002",
            "city": "Paris",
            "country": "FR",
            "phone_number": "+33612345678"
          },
          "products": [
            {
              "product_type": "bike",
              "product_subtype": "electric",
              "value_excl": 2400,
              "brand": "Moustache",
              "model": "Lundi 27",
              "data": {
                "product_marked": "BC-12345",
                "user_name": "Ada Martin"
              }
            }
          ]
        },
        "capture": {
          "cid": "contract.cid"
        }
      },
      {
        "method": "POST",
        "path": "/contracts/{cid}/automaticRenewal",
        "body": {
          "use_notification": true
        },
        "capture": {
          "arid": "automatic_renewal.arid"
        }
      },
      {
        "method": "PATCH",
        "path": "/contracts/{cid}/automaticRenewal/{arid}",
        "body": {
          "rejected": true
        }
      },
      {
        "method": "PATCH",
        "path": "/contracts/{cid}/automaticRenewal/{arid}",
        "body": {
          "rejected": false
        }
      }
    ]
  },
  "v2.contract.renewal.notification": {
    "about": "cid",
    "steps": [
      {
        "method": "POST",
        "path": "/contracts",
        "body": {
          "uid": "{renter}",
          "contract_type": "LMD",
          "end_date": "{now+2mo}",
          "options": [
            "break",
            "theft"
          ],
          "products": [
            {
              "product_type": "bike",
              "product_subtype": "electric",
              "value_excl": 2400,
              "brand": "Moustache",
              "model": "Lundi 27",
              "data": {
                "product_marked": "BC-12345",
                "user_name": "Ada Martin"
              }
            }
          ]
        },
        "capture": {
          "cid": "contract.cid"
        }
      },
      {
        "method": "POST",
        "path": "/contracts/{cid}/automaticRenewal",
        "body": {
          "use_notification": true
        },
        "capture": {
          "arid": "automatic_renewal.arid"
        }
      },
      {
        "method": "POST",
        "path": "/sandbox/clock",
        "body": {
          "advance": "P1M"
        }
      }
    ]
  },
  "v2.claim.draft.created": {
    "about": "claim",
    "steps": [
      {
        "method": "POST",
        "path": "/contracts",
        "body": {
          "uid": "{renter}",
          "contract_type": "LCD",
          "end_date": "{now+7d}",
          "options": [
            "break",
            "theft"
          ],
          "products": [
            {
              "product_type": "bike",
              "product_subtype": "electric",
              "value_excl": 2400,
              "brand": "Moustache",
              "model": "Lundi 27",
              "data": {
                "product_marked": "BC-12345",
                "user_name": "Ada Martin"
              }
            }
          ]
        },
        "capture": {
          "cid": "contract.cid",
          "cpid": "contract.products.*",
          "start": "contract.start_date"
        }
      },
      {
        "method": "POST",
        "path": "/claims",
        "body": {
          "userId": "{renter}",
          "contractId": "{cid}",
          "contractProductId": "{cpid}",
          "type": "break",
          "subtype": "partial_break",
          "claimAt": "{start}",
          "description": "Chute sur une plaque de verglas en descendant la rue : la roue avant est voilée et la fourche est tordue.",
          "questions": {
            "Quels éléments du matériel sont cassés ?": "La roue avant et la fourche",
            "La casse est-elle due à un accident avec un tiers ?": false,
            "Avez-vous fait un constat avec le tiers ?": false,
            "La réparation est-elle effectuée en externe ?": false
          },
          "insured": {
            "firstName": "Ada",
            "lastName": "Martin",
            "phoneNumber": "+33612345678"
          },
          "location": {
            "address": "14 montée de la Grande Côte",
            "city": "Lyon",
            "country": "FR",
            "zipcode": "69001"
          }
        },
        "capture": {
          "claim": "data.id"
        }
      }
    ]
  },
  "v2.claim.draft.ready": {
    "about": "claim",
    "steps": [
      {
        "method": "POST",
        "path": "/contracts",
        "body": {
          "uid": "{renter}",
          "contract_type": "LCD",
          "end_date": "{now+7d}",
          "options": [
            "break",
            "theft"
          ],
          "products": [
            {
              "product_type": "bike",
              "product_subtype": "electric",
              "value_excl": 2400,
              "brand": "Moustache",
              "model": "Lundi 27",
              "data": {
                "product_marked": "BC-12345",
                "user_name": "Ada Martin"
              }
            }
          ]
        },
        "capture": {
          "cid": "contract.cid",
          "cpid": "contract.products.*",
          "start": "contract.start_date"
        }
      },
      {
        "method": "POST",
        "path": "/claims",
        "body": {
          "userId": "{renter}",
          "contractId": "{cid}",
          "contractProductId": "{cpid}",
          "type": "break",
          "subtype": "partial_break",
          "claimAt": "{start}",
          "description": "Chute sur une plaque de verglas en descendant la rue : la roue avant est voilée et la fourche est tordue.",
          "questions": {
            "Quels éléments du matériel sont cassés ?": "La roue avant et la fourche",
            "La casse est-elle due à un accident avec un tiers ?": false,
            "Avez-vous fait un constat avec le tiers ?": false,
            "La réparation est-elle effectuée en externe ?": false
          },
          "insured": {
            "firstName": "Ada",
            "lastName": "Martin",
            "phoneNumber": "+33612345678"
          },
          "location": {
            "address": "14 montée de la Grande Côte",
            "city": "Lyon",
            "country": "FR",
            "zipcode": "69001"
          }
        },
        "capture": {
          "claim": "data.id"
        }
      },
      {
        "method": "PUT",
        "path": "/claims/{claim}/documents",
        "body": [
          {
            "type": "Photo du vélo dans son ensemble",
            "title": "Photo du vélo dans son ensemble",
            "filename": "photo.png",
            "content": "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVQI12P4//8/AAX+Av7czFnnAAAAAElFTkSuQmCC"
          },
          {
            "type": "Photo de la casse (angle 1)",
            "title": "Photo de la casse (angle 1)",
            "filename": "photo.png",
            "content": "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVQI12P4//8/AAX+Av7czFnnAAAAAElFTkSuQmCC"
          },
          {
            "type": "Photo de la casse (angle 2)",
            "title": "Photo de la casse (angle 2)",
            "filename": "photo.png",
            "content": "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVQI12P4//8/AAX+Av7czFnnAAAAAElFTkSuQmCC"
          }
        ],
        "capture": {
          "document": "data.0.id"
        }
      }
    ]
  },
  "v2.claim.draft.archived": {
    "about": "claim",
    "steps": [
      {
        "method": "POST",
        "path": "/contracts",
        "body": {
          "uid": "{renter}",
          "contract_type": "LCD",
          "end_date": "{now+7d}",
          "options": [
            "break",
            "theft"
          ],
          "products": [
            {
              "product_type": "bike",
              "product_subtype": "electric",
              "value_excl": 2400,
              "brand": "Moustache",
              "model": "Lundi 27",
              "data": {
                "product_marked": "BC-12345",
                "user_name": "Ada Martin"
              }
            }
          ]
        },
        "capture": {
          "cid": "contract.cid",
          "cpid": "contract.products.*",
          "start": "contract.start_date"
        }
      },
      {
        "method": "POST",
        "path": "/claims",
        "body": {
          "userId": "{renter}",
          "contractId": "{cid}",
          "contractProductId": "{cpid}",
          "type": "break",
          "subtype": "partial_break",
          "claimAt": "{start}",
          "description": "Chute sur une plaque de verglas en descendant la rue : la roue avant est voilée et la fourche est tordue.",
          "questions": {
            "Quels éléments du matériel sont cassés ?": "La roue avant et la fourche",
            "La casse est-elle due à un accident avec un tiers ?": false,
            "Avez-vous fait un constat avec le tiers ?": false,
            "La réparation est-elle effectuée en externe ?": false
          },
          "insured": {
            "firstName": "Ada",
            "lastName": "Martin",
            "phoneNumber": "+33612345678"
          },
          "location": {
            "address": "14 montée de la Grande Côte",
            "city": "Lyon",
            "country": "FR",
            "zipcode": "69001"
          }
        },
        "capture": {
          "claim": "data.id"
        }
      },
      {
        "method": "DELETE",
        "path": "/claims/{claim}"
      }
    ]
  },
  "v2.claim.created": {
    "about": "claim",
    "steps": [
      {
        "method": "POST",
        "path": "/contracts",
        "body": {
          "uid": "{renter}",
          "contract_type": "LCD",
          "end_date": "{now+7d}",
          "options": [
            "break",
            "theft"
          ],
          "products": [
            {
              "product_type": "bike",
              "product_subtype": "electric",
              "value_excl": 2400,
              "brand": "Moustache",
              "model": "Lundi 27",
              "data": {
                "product_marked": "BC-12345",
                "user_name": "Ada Martin"
              }
            }
          ]
        },
        "capture": {
          "cid": "contract.cid",
          "cpid": "contract.products.*",
          "start": "contract.start_date"
        }
      },
      {
        "method": "POST",
        "path": "/claims",
        "body": {
          "userId": "{renter}",
          "contractId": "{cid}",
          "contractProductId": "{cpid}",
          "type": "break",
          "subtype": "partial_break",
          "claimAt": "{start}",
          "description": "Chute sur une plaque de verglas en descendant la rue : la roue avant est voilée et la fourche est tordue.",
          "questions": {
            "Quels éléments du matériel sont cassés ?": "La roue avant et la fourche",
            "La casse est-elle due à un accident avec un tiers ?": false,
            "Avez-vous fait un constat avec le tiers ?": false,
            "La réparation est-elle effectuée en externe ?": false
          },
          "insured": {
            "firstName": "Ada",
            "lastName": "Martin",
            "phoneNumber": "+33612345678"
          },
          "location": {
            "address": "14 montée de la Grande Côte",
            "city": "Lyon",
            "country": "FR",
            "zipcode": "69001"
          }
        },
        "capture": {
          "claim": "data.id"
        }
      },
      {
        "method": "PUT",
        "path": "/claims/{claim}/documents",
        "body": [
          {
            "type": "Photo du vélo dans son ensemble",
            "title": "Photo du vélo dans son ensemble",
            "filename": "photo.png",
            "content": "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVQI12P4//8/AAX+Av7czFnnAAAAAElFTkSuQmCC"
          },
          {
            "type": "Photo de la casse (angle 1)",
            "title": "Photo de la casse (angle 1)",
            "filename": "photo.png",
            "content": "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVQI12P4//8/AAX+Av7czFnnAAAAAElFTkSuQmCC"
          },
          {
            "type": "Photo de la casse (angle 2)",
            "title": "Photo de la casse (angle 2)",
            "filename": "photo.png",
            "content": "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVQI12P4//8/AAX+Av7czFnnAAAAAElFTkSuQmCC"
          }
        ],
        "capture": {
          "document": "data.0.id"
        }
      },
      {
        "method": "POST",
        "path": "/claims/{claim}/submit"
      }
    ]
  },
  "v2.claim.closed": {
    "about": "claim",
    "steps": [
      {
        "method": "POST",
        "path": "/contracts",
        "body": {
          "uid": "{renter}",
          "contract_type": "LCD",
          "end_date": "{now+7d}",
          "options": [
            "break",
            "theft"
          ],
          "products": [
            {
              "product_type": "bike",
              "product_subtype": "electric",
              "value_excl": 2400,
              "brand": "Moustache",
              "model": "Lundi 27",
              "data": {
                "product_marked": "BC-12345",
                "user_name": "Ada Martin"
              }
            }
          ]
        },
        "capture": {
          "cid": "contract.cid",
          "cpid": "contract.products.*",
          "start": "contract.start_date"
        }
      },
      {
        "method": "POST",
        "path": "/claims",
        "body": {
          "userId": "{renter}",
          "contractId": "{cid}",
          "contractProductId": "{cpid}",
          "type": "break",
          "subtype": "partial_break",
          "claimAt": "{start}",
          "description": "Chute sur une plaque de verglas en descendant la rue : la roue avant est voilée et la fourche est tordue.",
          "questions": {
            "Quels éléments du matériel sont cassés ?": "La roue avant et la fourche",
            "La casse est-elle due à un accident avec un tiers ?": false,
            "Avez-vous fait un constat avec le tiers ?": false,
            "La réparation est-elle effectuée en externe ?": false
          },
          "insured": {
            "firstName": "Ada",
            "lastName": "Martin",
            "phoneNumber": "+33612345678"
          },
          "location": {
            "address": "14 montée de la Grande Côte",
            "city": "Lyon",
            "country": "FR",
            "zipcode": "69001"
          }
        },
        "capture": {
          "claim": "data.id"
        }
      },
      {
        "method": "PUT",
        "path": "/claims/{claim}/documents?autoSubmit=true",
        "body": [
          {
            "type": "Photo du vélo dans son ensemble",
            "title": "Photo du vélo dans son ensemble",
            "filename": "photo.png",
            "content": "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVQI12P4//8/AAX+Av7czFnnAAAAAElFTkSuQmCC"
          },
          {
            "type": "Photo de la casse (angle 1)",
            "title": "Photo de la casse (angle 1)",
            "filename": "photo.png",
            "content": "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVQI12P4//8/AAX+Av7czFnnAAAAAElFTkSuQmCC"
          },
          {
            "type": "Photo de la casse (angle 2)",
            "title": "Photo de la casse (angle 2)",
            "filename": "photo.png",
            "content": "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVQI12P4//8/AAX+Av7czFnnAAAAAElFTkSuQmCC"
          }
        ],
        "capture": {
          "document": "data.0.id"
        }
      },
      {
        "method": "POST",
        "path": "/sandbox/claims/{claim}/takeOver"
      },
      {
        "method": "POST",
        "path": "/sandbox/claims/{claim}/approveRefund",
        "body": {
          "amount": 320
        },
        "capture": {
          "settlement": "data.settlements.0.id"
        }
      },
      {
        "method": "POST",
        "path": "/sandbox/claims/{claim}/executePayment",
        "body": {
          "settlementId": "{settlement}"
        }
      }
    ]
  },
  "v2.claim.reopened": {
    "about": "claim",
    "steps": [
      {
        "method": "POST",
        "path": "/contracts",
        "body": {
          "uid": "{renter}",
          "contract_type": "LCD",
          "end_date": "{now+7d}",
          "options": [
            "break",
            "theft"
          ],
          "products": [
            {
              "product_type": "bike",
              "product_subtype": "electric",
              "value_excl": 2400,
              "brand": "Moustache",
              "model": "Lundi 27",
              "data": {
                "product_marked": "BC-12345",
                "user_name": "Ada Martin"
              }
            }
          ]
        },
        "capture": {
          "cid": "contract.cid",
          "cpid": "contract.products.*",
          "start": "contract.start_date"
        }
      },
      {
        "method": "POST",
        "path": "/claims",
        "body": {
          "userId": "{renter}",
          "contractId": "{cid}",
          "contractProductId": "{cpid}",
          "type": "break",
          "subtype": "partial_break",
          "claimAt": "{start}",
          "description": "Chute sur une plaque de verglas en descendant la rue : la roue avant est voilée et la fourche est tordue.",
          "questions": {
            "Quels éléments du matériel sont cassés ?": "La roue avant et la fourche",
            "La casse est-elle due à un accident avec un tiers ?": false,
            "Avez-vous fait un constat avec le tiers ?": false,
            "La réparation est-elle effectuée en externe ?": false
          },
          "insured": {
            "firstName": "Ada",
            "lastName": "Martin",
            "phoneNumber": "+33612345678"
          },
          "location": {
            "address": "14 montée de la Grande Côte",
            "city": "Lyon",
            "country": "FR",
            "zipcode": "69001"
          }
        },
        "capture": {
          "claim": "data.id"
        }
      },
      {
        "method": "PUT",
        "path": "/claims/{claim}/documents?autoSubmit=true",
        "body": [
          {
            "type": "Photo du vélo dans son ensemble",
            "title": "Photo du vélo dans son ensemble",
            "filename": "photo.png",
            "content": "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVQI12P4//8/AAX+Av7czFnnAAAAAElFTkSuQmCC"
          },
          {
            "type": "Photo de la casse (angle 1)",
            "title": "Photo de la casse (angle 1)",
            "filename": "photo.png",
            "content": "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVQI12P4//8/AAX+Av7czFnnAAAAAElFTkSuQmCC"
          },
          {
            "type": "Photo de la casse (angle 2)",
            "title": "Photo de la casse (angle 2)",
            "filename": "photo.png",
            "content": "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVQI12P4//8/AAX+Av7czFnnAAAAAElFTkSuQmCC"
          }
        ],
        "capture": {
          "document": "data.0.id"
        }
      },
      {
        "method": "POST",
        "path": "/sandbox/claims/{claim}/takeOver"
      },
      {
        "method": "POST",
        "path": "/sandbox/claims/{claim}/approveRefund",
        "body": {
          "amount": 320
        },
        "capture": {
          "settlement": "data.settlements.0.id"
        }
      },
      {
        "method": "POST",
        "path": "/sandbox/claims/{claim}/executePayment",
        "body": {
          "settlementId": "{settlement}"
        }
      },
      {
        "method": "POST",
        "path": "/sandbox/claims/{claim}/reopenClaim",
        "body": {
          "reason": "A second invoice arrived."
        }
      }
    ]
  },
  "v2.claim.abandoned": {
    "about": "claim",
    "steps": [
      {
        "method": "POST",
        "path": "/contracts",
        "body": {
          "uid": "{renter}",
          "contract_type": "LCD",
          "end_date": "{now+7d}",
          "options": [
            "break",
            "theft"
          ],
          "products": [
            {
              "product_type": "bike",
              "product_subtype": "electric",
              "value_excl": 2400,
              "brand": "Moustache",
              "model": "Lundi 27",
              "data": {
                "product_marked": "BC-12345",
                "user_name": "Ada Martin"
              }
            }
          ]
        },
        "capture": {
          "cid": "contract.cid",
          "cpid": "contract.products.*",
          "start": "contract.start_date"
        }
      },
      {
        "method": "POST",
        "path": "/claims",
        "body": {
          "userId": "{renter}",
          "contractId": "{cid}",
          "contractProductId": "{cpid}",
          "type": "break",
          "subtype": "partial_break",
          "claimAt": "{start}",
          "description": "Chute sur une plaque de verglas en descendant la rue : la roue avant est voilée et la fourche est tordue.",
          "questions": {
            "Quels éléments du matériel sont cassés ?": "La roue avant et la fourche",
            "La casse est-elle due à un accident avec un tiers ?": false,
            "Avez-vous fait un constat avec le tiers ?": false,
            "La réparation est-elle effectuée en externe ?": false
          },
          "insured": {
            "firstName": "Ada",
            "lastName": "Martin",
            "phoneNumber": "+33612345678"
          },
          "location": {
            "address": "14 montée de la Grande Côte",
            "city": "Lyon",
            "country": "FR",
            "zipcode": "69001"
          }
        },
        "capture": {
          "claim": "data.id"
        }
      },
      {
        "method": "PUT",
        "path": "/claims/{claim}/documents?autoSubmit=true",
        "body": [
          {
            "type": "Photo du vélo dans son ensemble",
            "title": "Photo du vélo dans son ensemble",
            "filename": "photo.png",
            "content": "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVQI12P4//8/AAX+Av7czFnnAAAAAElFTkSuQmCC"
          },
          {
            "type": "Photo de la casse (angle 1)",
            "title": "Photo de la casse (angle 1)",
            "filename": "photo.png",
            "content": "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVQI12P4//8/AAX+Av7czFnnAAAAAElFTkSuQmCC"
          },
          {
            "type": "Photo de la casse (angle 2)",
            "title": "Photo de la casse (angle 2)",
            "filename": "photo.png",
            "content": "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVQI12P4//8/AAX+Av7czFnnAAAAAElFTkSuQmCC"
          }
        ],
        "capture": {
          "document": "data.0.id"
        }
      },
      {
        "method": "DELETE",
        "path": "/claims/{claim}"
      }
    ]
  },
  "v2.claim.refused": {
    "about": "claim",
    "steps": [
      {
        "method": "POST",
        "path": "/contracts",
        "body": {
          "uid": "{renter}",
          "contract_type": "LCD",
          "end_date": "{now+7d}",
          "options": [
            "break",
            "theft"
          ],
          "products": [
            {
              "product_type": "bike",
              "product_subtype": "electric",
              "value_excl": 2400,
              "brand": "Moustache",
              "model": "Lundi 27",
              "data": {
                "product_marked": "BC-12345",
                "user_name": "Ada Martin"
              }
            }
          ]
        },
        "capture": {
          "cid": "contract.cid",
          "cpid": "contract.products.*",
          "start": "contract.start_date"
        }
      },
      {
        "method": "POST",
        "path": "/claims",
        "body": {
          "userId": "{renter}",
          "contractId": "{cid}",
          "contractProductId": "{cpid}",
          "type": "break",
          "subtype": "partial_break",
          "claimAt": "{start}",
          "description": "Chute sur une plaque de verglas en descendant la rue : la roue avant est voilée et la fourche est tordue.",
          "questions": {
            "Quels éléments du matériel sont cassés ?": "La roue avant et la fourche",
            "La casse est-elle due à un accident avec un tiers ?": false,
            "Avez-vous fait un constat avec le tiers ?": false,
            "La réparation est-elle effectuée en externe ?": false
          },
          "insured": {
            "firstName": "Ada",
            "lastName": "Martin",
            "phoneNumber": "+33612345678"
          },
          "location": {
            "address": "14 montée de la Grande Côte",
            "city": "Lyon",
            "country": "FR",
            "zipcode": "69001"
          }
        },
        "capture": {
          "claim": "data.id"
        }
      },
      {
        "method": "PUT",
        "path": "/claims/{claim}/documents?autoSubmit=true",
        "body": [
          {
            "type": "Photo du vélo dans son ensemble",
            "title": "Photo du vélo dans son ensemble",
            "filename": "photo.png",
            "content": "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVQI12P4//8/AAX+Av7czFnnAAAAAElFTkSuQmCC"
          },
          {
            "type": "Photo de la casse (angle 1)",
            "title": "Photo de la casse (angle 1)",
            "filename": "photo.png",
            "content": "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVQI12P4//8/AAX+Av7czFnnAAAAAElFTkSuQmCC"
          },
          {
            "type": "Photo de la casse (angle 2)",
            "title": "Photo de la casse (angle 2)",
            "filename": "photo.png",
            "content": "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVQI12P4//8/AAX+Av7czFnnAAAAAElFTkSuQmCC"
          }
        ],
        "capture": {
          "document": "data.0.id"
        }
      },
      {
        "method": "POST",
        "path": "/sandbox/claims/{claim}/takeOver"
      },
      {
        "method": "POST",
        "path": "/sandbox/claims/{claim}/rejectClaim",
        "body": {
          "reason": "The damage is older than the contract."
        }
      }
    ]
  },
  "v2.claim.status.updated": {
    "about": "claim",
    "steps": [
      {
        "method": "POST",
        "path": "/contracts",
        "body": {
          "uid": "{renter}",
          "contract_type": "LCD",
          "end_date": "{now+7d}",
          "options": [
            "break",
            "theft"
          ],
          "products": [
            {
              "product_type": "bike",
              "product_subtype": "electric",
              "value_excl": 2400,
              "brand": "Moustache",
              "model": "Lundi 27",
              "data": {
                "product_marked": "BC-12345",
                "user_name": "Ada Martin"
              }
            }
          ]
        },
        "capture": {
          "cid": "contract.cid",
          "cpid": "contract.products.*",
          "start": "contract.start_date"
        }
      },
      {
        "method": "POST",
        "path": "/claims",
        "body": {
          "userId": "{renter}",
          "contractId": "{cid}",
          "contractProductId": "{cpid}",
          "type": "break",
          "subtype": "partial_break",
          "claimAt": "{start}",
          "description": "Chute sur une plaque de verglas en descendant la rue : la roue avant est voilée et la fourche est tordue.",
          "questions": {
            "Quels éléments du matériel sont cassés ?": "La roue avant et la fourche",
            "La casse est-elle due à un accident avec un tiers ?": false,
            "Avez-vous fait un constat avec le tiers ?": false,
            "La réparation est-elle effectuée en externe ?": false
          },
          "insured": {
            "firstName": "Ada",
            "lastName": "Martin",
            "phoneNumber": "+33612345678"
          },
          "location": {
            "address": "14 montée de la Grande Côte",
            "city": "Lyon",
            "country": "FR",
            "zipcode": "69001"
          }
        },
        "capture": {
          "claim": "data.id"
        }
      },
      {
        "method": "PUT",
        "path": "/claims/{claim}/documents?autoSubmit=true",
        "body": [
          {
            "type": "Photo du vélo dans son ensemble",
            "title": "Photo du vélo dans son ensemble",
            "filename": "photo.png",
            "content": "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVQI12P4//8/AAX+Av7czFnnAAAAAElFTkSuQmCC"
          },
          {
            "type": "Photo de la casse (angle 1)",
            "title": "Photo de la casse (angle 1)",
            "filename": "photo.png",
            "content": "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVQI12P4//8/AAX+Av7czFnnAAAAAElFTkSuQmCC"
          },
          {
            "type": "Photo de la casse (angle 2)",
            "title": "Photo de la casse (angle 2)",
            "filename": "photo.png",
            "content": "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVQI12P4//8/AAX+Av7czFnnAAAAAElFTkSuQmCC"
          }
        ],
        "capture": {
          "document": "data.0.id"
        }
      },
      {
        "method": "POST",
        "path": "/sandbox/claims/{claim}/takeOver"
      }
    ]
  },
  "v2.claim.document.uploaded": {
    "about": "claim",
    "steps": [
      {
        "method": "POST",
        "path": "/contracts",
        "body": {
          "uid": "{renter}",
          "contract_type": "LCD",
          "end_date": "{now+7d}",
          "options": [
            "break",
            "theft"
          ],
          "products": [
            {
              "product_type": "bike",
              "product_subtype": "electric",
              "value_excl": 2400,
              "brand": "Moustache",
              "model": "Lundi 27",
              "data": {
                "product_marked": "BC-12345",
                "user_name": "Ada Martin"
              }
            }
          ]
        },
        "capture": {
          "cid": "contract.cid",
          "cpid": "contract.products.*",
          "start": "contract.start_date"
        }
      },
      {
        "method": "POST",
        "path": "/claims",
        "body": {
          "userId": "{renter}",
          "contractId": "{cid}",
          "contractProductId": "{cpid}",
          "type": "break",
          "subtype": "partial_break",
          "claimAt": "{start}",
          "description": "Chute sur une plaque de verglas en descendant la rue : la roue avant est voilée et la fourche est tordue.",
          "questions": {
            "Quels éléments du matériel sont cassés ?": "La roue avant et la fourche",
            "La casse est-elle due à un accident avec un tiers ?": false,
            "Avez-vous fait un constat avec le tiers ?": false,
            "La réparation est-elle effectuée en externe ?": false
          },
          "insured": {
            "firstName": "Ada",
            "lastName": "Martin",
            "phoneNumber": "+33612345678"
          },
          "location": {
            "address": "14 montée de la Grande Côte",
            "city": "Lyon",
            "country": "FR",
            "zipcode": "69001"
          }
        },
        "capture": {
          "claim": "data.id"
        }
      },
      {
        "method": "PUT",
        "path": "/claims/{claim}/documents",
        "body": [
          {
            "type": "Photo du vélo dans son ensemble",
            "title": "Photo du vélo dans son ensemble",
            "filename": "photo.png",
            "content": "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVQI12P4//8/AAX+Av7czFnnAAAAAElFTkSuQmCC"
          }
        ],
        "capture": {
          "document": "data.0.id"
        }
      }
    ]
  },
  "v2.claim.document.accepted": {
    "about": "claim",
    "steps": [
      {
        "method": "POST",
        "path": "/contracts",
        "body": {
          "uid": "{renter}",
          "contract_type": "LCD",
          "end_date": "{now+7d}",
          "options": [
            "break",
            "theft"
          ],
          "products": [
            {
              "product_type": "bike",
              "product_subtype": "electric",
              "value_excl": 2400,
              "brand": "Moustache",
              "model": "Lundi 27",
              "data": {
                "product_marked": "BC-12345",
                "user_name": "Ada Martin"
              }
            }
          ]
        },
        "capture": {
          "cid": "contract.cid",
          "cpid": "contract.products.*",
          "start": "contract.start_date"
        }
      },
      {
        "method": "POST",
        "path": "/claims",
        "body": {
          "userId": "{renter}",
          "contractId": "{cid}",
          "contractProductId": "{cpid}",
          "type": "break",
          "subtype": "partial_break",
          "claimAt": "{start}",
          "description": "Chute sur une plaque de verglas en descendant la rue : la roue avant est voilée et la fourche est tordue.",
          "questions": {
            "Quels éléments du matériel sont cassés ?": "La roue avant et la fourche",
            "La casse est-elle due à un accident avec un tiers ?": false,
            "Avez-vous fait un constat avec le tiers ?": false,
            "La réparation est-elle effectuée en externe ?": false
          },
          "insured": {
            "firstName": "Ada",
            "lastName": "Martin",
            "phoneNumber": "+33612345678"
          },
          "location": {
            "address": "14 montée de la Grande Côte",
            "city": "Lyon",
            "country": "FR",
            "zipcode": "69001"
          }
        },
        "capture": {
          "claim": "data.id"
        }
      },
      {
        "method": "PUT",
        "path": "/claims/{claim}/documents?autoSubmit=true",
        "body": [
          {
            "type": "Photo du vélo dans son ensemble",
            "title": "Photo du vélo dans son ensemble",
            "filename": "photo.png",
            "content": "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVQI12P4//8/AAX+Av7czFnnAAAAAElFTkSuQmCC"
          },
          {
            "type": "Photo de la casse (angle 1)",
            "title": "Photo de la casse (angle 1)",
            "filename": "photo.png",
            "content": "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVQI12P4//8/AAX+Av7czFnnAAAAAElFTkSuQmCC"
          },
          {
            "type": "Photo de la casse (angle 2)",
            "title": "Photo de la casse (angle 2)",
            "filename": "photo.png",
            "content": "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVQI12P4//8/AAX+Av7czFnnAAAAAElFTkSuQmCC"
          }
        ],
        "capture": {
          "document": "data.0.id"
        }
      },
      {
        "method": "POST",
        "path": "/sandbox/claims/{claim}/takeOver"
      },
      {
        "method": "POST",
        "path": "/sandbox/claims/{claim}/acceptDocument",
        "body": {
          "documentId": "{document}"
        }
      }
    ]
  },
  "v2.claim.document.refused": {
    "about": "claim",
    "steps": [
      {
        "method": "POST",
        "path": "/contracts",
        "body": {
          "uid": "{renter}",
          "contract_type": "LCD",
          "end_date": "{now+7d}",
          "options": [
            "break",
            "theft"
          ],
          "products": [
            {
              "product_type": "bike",
              "product_subtype": "electric",
              "value_excl": 2400,
              "brand": "Moustache",
              "model": "Lundi 27",
              "data": {
                "product_marked": "BC-12345",
                "user_name": "Ada Martin"
              }
            }
          ]
        },
        "capture": {
          "cid": "contract.cid",
          "cpid": "contract.products.*",
          "start": "contract.start_date"
        }
      },
      {
        "method": "POST",
        "path": "/claims",
        "body": {
          "userId": "{renter}",
          "contractId": "{cid}",
          "contractProductId": "{cpid}",
          "type": "break",
          "subtype": "partial_break",
          "claimAt": "{start}",
          "description": "Chute sur une plaque de verglas en descendant la rue : la roue avant est voilée et la fourche est tordue.",
          "questions": {
            "Quels éléments du matériel sont cassés ?": "La roue avant et la fourche",
            "La casse est-elle due à un accident avec un tiers ?": false,
            "Avez-vous fait un constat avec le tiers ?": false,
            "La réparation est-elle effectuée en externe ?": false
          },
          "insured": {
            "firstName": "Ada",
            "lastName": "Martin",
            "phoneNumber": "+33612345678"
          },
          "location": {
            "address": "14 montée de la Grande Côte",
            "city": "Lyon",
            "country": "FR",
            "zipcode": "69001"
          }
        },
        "capture": {
          "claim": "data.id"
        }
      },
      {
        "method": "PUT",
        "path": "/claims/{claim}/documents?autoSubmit=true",
        "body": [
          {
            "type": "Photo du vélo dans son ensemble",
            "title": "Photo du vélo dans son ensemble",
            "filename": "photo.png",
            "content": "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVQI12P4//8/AAX+Av7czFnnAAAAAElFTkSuQmCC"
          },
          {
            "type": "Photo de la casse (angle 1)",
            "title": "Photo de la casse (angle 1)",
            "filename": "photo.png",
            "content": "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVQI12P4//8/AAX+Av7czFnnAAAAAElFTkSuQmCC"
          },
          {
            "type": "Photo de la casse (angle 2)",
            "title": "Photo de la casse (angle 2)",
            "filename": "photo.png",
            "content": "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVQI12P4//8/AAX+Av7czFnnAAAAAElFTkSuQmCC"
          }
        ],
        "capture": {
          "document": "data.0.id"
        }
      },
      {
        "method": "POST",
        "path": "/sandbox/claims/{claim}/takeOver"
      },
      {
        "method": "POST",
        "path": "/sandbox/claims/{claim}/refuseDocument",
        "body": {
          "documentId": "{document}",
          "reason": "The photo is blurred.",
          "askAgain": false
        }
      }
    ]
  },
  "v2.claim.document.requested": {
    "about": "claim",
    "steps": [
      {
        "method": "POST",
        "path": "/contracts",
        "body": {
          "uid": "{renter}",
          "contract_type": "LCD",
          "end_date": "{now+7d}",
          "options": [
            "break",
            "theft"
          ],
          "products": [
            {
              "product_type": "bike",
              "product_subtype": "electric",
              "value_excl": 2400,
              "brand": "Moustache",
              "model": "Lundi 27",
              "data": {
                "product_marked": "BC-12345",
                "user_name": "Ada Martin"
              }
            }
          ]
        },
        "capture": {
          "cid": "contract.cid",
          "cpid": "contract.products.*",
          "start": "contract.start_date"
        }
      },
      {
        "method": "POST",
        "path": "/claims",
        "body": {
          "userId": "{renter}",
          "contractId": "{cid}",
          "contractProductId": "{cpid}",
          "type": "break",
          "subtype": "partial_break",
          "claimAt": "{start}",
          "description": "Chute sur une plaque de verglas en descendant la rue : la roue avant est voilée et la fourche est tordue.",
          "questions": {
            "Quels éléments du matériel sont cassés ?": "La roue avant et la fourche",
            "La casse est-elle due à un accident avec un tiers ?": false,
            "Avez-vous fait un constat avec le tiers ?": false,
            "La réparation est-elle effectuée en externe ?": false
          },
          "insured": {
            "firstName": "Ada",
            "lastName": "Martin",
            "phoneNumber": "+33612345678"
          },
          "location": {
            "address": "14 montée de la Grande Côte",
            "city": "Lyon",
            "country": "FR",
            "zipcode": "69001"
          }
        },
        "capture": {
          "claim": "data.id"
        }
      },
      {
        "method": "PUT",
        "path": "/claims/{claim}/documents?autoSubmit=true",
        "body": [
          {
            "type": "Photo du vélo dans son ensemble",
            "title": "Photo du vélo dans son ensemble",
            "filename": "photo.png",
            "content": "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVQI12P4//8/AAX+Av7czFnnAAAAAElFTkSuQmCC"
          },
          {
            "type": "Photo de la casse (angle 1)",
            "title": "Photo de la casse (angle 1)",
            "filename": "photo.png",
            "content": "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVQI12P4//8/AAX+Av7czFnnAAAAAElFTkSuQmCC"
          },
          {
            "type": "Photo de la casse (angle 2)",
            "title": "Photo de la casse (angle 2)",
            "filename": "photo.png",
            "content": "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVQI12P4//8/AAX+Av7czFnnAAAAAElFTkSuQmCC"
          }
        ],
        "capture": {
          "document": "data.0.id"
        }
      },
      {
        "method": "POST",
        "path": "/sandbox/claims/{claim}/takeOver"
      },
      {
        "method": "POST",
        "path": "/sandbox/claims/{claim}/requestDocument",
        "body": {
          "type": "Facture de réparation",
          "category": "expected"
        }
      }
    ]
  },
  "v2.claim.settlement.created": {
    "about": "claim",
    "steps": [
      {
        "method": "POST",
        "path": "/contracts",
        "body": {
          "uid": "{renter}",
          "contract_type": "LCD",
          "end_date": "{now+7d}",
          "options": [
            "break",
            "theft"
          ],
          "products": [
            {
              "product_type": "bike",
              "product_subtype": "electric",
              "value_excl": 2400,
              "brand": "Moustache",
              "model": "Lundi 27",
              "data": {
                "product_marked": "BC-12345",
                "user_name": "Ada Martin"
              }
            }
          ]
        },
        "capture": {
          "cid": "contract.cid",
          "cpid": "contract.products.*",
          "start": "contract.start_date"
        }
      },
      {
        "method": "POST",
        "path": "/claims",
        "body": {
          "userId": "{renter}",
          "contractId": "{cid}",
          "contractProductId": "{cpid}",
          "type": "break",
          "subtype": "partial_break",
          "claimAt": "{start}",
          "description": "Chute sur une plaque de verglas en descendant la rue : la roue avant est voilée et la fourche est tordue.",
          "questions": {
            "Quels éléments du matériel sont cassés ?": "La roue avant et la fourche",
            "La casse est-elle due à un accident avec un tiers ?": false,
            "Avez-vous fait un constat avec le tiers ?": false,
            "La réparation est-elle effectuée en externe ?": false
          },
          "insured": {
            "firstName": "Ada",
            "lastName": "Martin",
            "phoneNumber": "+33612345678"
          },
          "location": {
            "address": "14 montée de la Grande Côte",
            "city": "Lyon",
            "country": "FR",
            "zipcode": "69001"
          }
        },
        "capture": {
          "claim": "data.id"
        }
      },
      {
        "method": "PUT",
        "path": "/claims/{claim}/documents?autoSubmit=true",
        "body": [
          {
            "type": "Photo du vélo dans son ensemble",
            "title": "Photo du vélo dans son ensemble",
            "filename": "photo.png",
            "content": "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVQI12P4//8/AAX+Av7czFnnAAAAAElFTkSuQmCC"
          },
          {
            "type": "Photo de la casse (angle 1)",
            "title": "Photo de la casse (angle 1)",
            "filename": "photo.png",
            "content": "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVQI12P4//8/AAX+Av7czFnnAAAAAElFTkSuQmCC"
          },
          {
            "type": "Photo de la casse (angle 2)",
            "title": "Photo de la casse (angle 2)",
            "filename": "photo.png",
            "content": "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVQI12P4//8/AAX+Av7czFnnAAAAAElFTkSuQmCC"
          }
        ],
        "capture": {
          "document": "data.0.id"
        }
      },
      {
        "method": "POST",
        "path": "/sandbox/claims/{claim}/takeOver"
      },
      {
        "method": "POST",
        "path": "/sandbox/claims/{claim}/approveRefund",
        "body": {
          "amount": 320
        },
        "capture": {
          "settlement": "data.settlements.0.id"
        }
      }
    ]
  },
  "v2.claim.settlement.paid": {
    "about": "claim",
    "steps": [
      {
        "method": "POST",
        "path": "/contracts",
        "body": {
          "uid": "{renter}",
          "contract_type": "LCD",
          "end_date": "{now+7d}",
          "options": [
            "break",
            "theft"
          ],
          "products": [
            {
              "product_type": "bike",
              "product_subtype": "electric",
              "value_excl": 2400,
              "brand": "Moustache",
              "model": "Lundi 27",
              "data": {
                "product_marked": "BC-12345",
                "user_name": "Ada Martin"
              }
            }
          ]
        },
        "capture": {
          "cid": "contract.cid",
          "cpid": "contract.products.*",
          "start": "contract.start_date"
        }
      },
      {
        "method": "POST",
        "path": "/claims",
        "body": {
          "userId": "{renter}",
          "contractId": "{cid}",
          "contractProductId": "{cpid}",
          "type": "break",
          "subtype": "partial_break",
          "claimAt": "{start}",
          "description": "Chute sur une plaque de verglas en descendant la rue : la roue avant est voilée et la fourche est tordue.",
          "questions": {
            "Quels éléments du matériel sont cassés ?": "La roue avant et la fourche",
            "La casse est-elle due à un accident avec un tiers ?": false,
            "Avez-vous fait un constat avec le tiers ?": false,
            "La réparation est-elle effectuée en externe ?": false
          },
          "insured": {
            "firstName": "Ada",
            "lastName": "Martin",
            "phoneNumber": "+33612345678"
          },
          "location": {
            "address": "14 montée de la Grande Côte",
            "city": "Lyon",
            "country": "FR",
            "zipcode": "69001"
          }
        },
        "capture": {
          "claim": "data.id"
        }
      },
      {
        "method": "PUT",
        "path": "/claims/{claim}/documents?autoSubmit=true",
        "body": [
          {
            "type": "Photo du vélo dans son ensemble",
            "title": "Photo du vélo dans son ensemble",
            "filename": "photo.png",
            "content": "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVQI12P4//8/AAX+Av7czFnnAAAAAElFTkSuQmCC"
          },
          {
            "type": "Photo de la casse (angle 1)",
            "title": "Photo de la casse (angle 1)",
            "filename": "photo.png",
            "content": "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVQI12P4//8/AAX+Av7czFnnAAAAAElFTkSuQmCC"
          },
          {
            "type": "Photo de la casse (angle 2)",
            "title": "Photo de la casse (angle 2)",
            "filename": "photo.png",
            "content": "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVQI12P4//8/AAX+Av7czFnnAAAAAElFTkSuQmCC"
          }
        ],
        "capture": {
          "document": "data.0.id"
        }
      },
      {
        "method": "POST",
        "path": "/sandbox/claims/{claim}/takeOver"
      },
      {
        "method": "POST",
        "path": "/sandbox/claims/{claim}/approveRefund",
        "body": {
          "amount": 320
        },
        "capture": {
          "settlement": "data.settlements.0.id"
        }
      },
      {
        "method": "POST",
        "path": "/sandbox/claims/{claim}/executePayment",
        "body": {
          "settlementId": "{settlement}"
        }
      }
    ]
  },
  "v2.claim.settlement.returned": {
    "about": "claim",
    "steps": [
      {
        "method": "POST",
        "path": "/contracts",
        "body": {
          "uid": "{renter}",
          "contract_type": "LCD",
          "end_date": "{now+7d}",
          "options": [
            "break",
            "theft"
          ],
          "products": [
            {
              "product_type": "bike",
              "product_subtype": "electric",
              "value_excl": 2400,
              "brand": "Moustache",
              "model": "Lundi 27",
              "data": {
                "product_marked": "BC-12345",
                "user_name": "Ada Martin"
              }
            }
          ]
        },
        "capture": {
          "cid": "contract.cid",
          "cpid": "contract.products.*",
          "start": "contract.start_date"
        }
      },
      {
        "method": "POST",
        "path": "/claims",
        "body": {
          "userId": "{renter}",
          "contractId": "{cid}",
          "contractProductId": "{cpid}",
          "type": "break",
          "subtype": "partial_break",
          "claimAt": "{start}",
          "description": "Chute sur une plaque de verglas en descendant la rue : la roue avant est voilée et la fourche est tordue.",
          "questions": {
            "Quels éléments du matériel sont cassés ?": "La roue avant et la fourche",
            "La casse est-elle due à un accident avec un tiers ?": false,
            "Avez-vous fait un constat avec le tiers ?": false,
            "La réparation est-elle effectuée en externe ?": false
          },
          "insured": {
            "firstName": "Ada",
            "lastName": "Martin",
            "phoneNumber": "+33612345678"
          },
          "location": {
            "address": "14 montée de la Grande Côte",
            "city": "Lyon",
            "country": "FR",
            "zipcode": "69001"
          }
        },
        "capture": {
          "claim": "data.id"
        }
      },
      {
        "method": "PUT",
        "path": "/claims/{claim}/documents?autoSubmit=true",
        "body": [
          {
            "type": "Photo du vélo dans son ensemble",
            "title": "Photo du vélo dans son ensemble",
            "filename": "photo.png",
            "content": "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVQI12P4//8/AAX+Av7czFnnAAAAAElFTkSuQmCC"
          },
          {
            "type": "Photo de la casse (angle 1)",
            "title": "Photo de la casse (angle 1)",
            "filename": "photo.png",
            "content": "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVQI12P4//8/AAX+Av7czFnnAAAAAElFTkSuQmCC"
          },
          {
            "type": "Photo de la casse (angle 2)",
            "title": "Photo de la casse (angle 2)",
            "filename": "photo.png",
            "content": "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVQI12P4//8/AAX+Av7czFnnAAAAAElFTkSuQmCC"
          }
        ],
        "capture": {
          "document": "data.0.id"
        }
      },
      {
        "method": "POST",
        "path": "/sandbox/claims/{claim}/takeOver"
      },
      {
        "method": "POST",
        "path": "/sandbox/claims/{claim}/approveRefund",
        "body": {
          "amount": 320
        },
        "capture": {
          "settlement": "data.settlements.0.id"
        }
      },
      {
        "method": "POST",
        "path": "/sandbox/claims/{claim}/executePayment",
        "body": {
          "settlementId": "{settlement}"
        }
      },
      {
        "method": "POST",
        "path": "/sandbox/claims/{claim}/returnPayment",
        "body": {
          "settlementId": "{settlement}",
          "reason": "The account is closed."
        }
      }
    ]
  }
};
