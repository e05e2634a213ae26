import type { productTypes, ProductType } from "#lib/insurance/catalogue/catalogue.ts";

export interface Translations {
  en: string;
  fr: string;
}

type TypeTranslations = { [Type in ProductType]: Translations & { subtypes: Record<(typeof productTypes)[Type][number], Translations> } };

/** rules/renters.md#read-2 */
export const catalogueTranslations: TypeTranslations = {
  bike: {
    en: "Bikes",
    fr: "Vélos",
    subtypes: {
      standard: { en: "Standard bike", fr: "Vélo classique" },
      electric: { en: "Electric bike", fr: "Vélo à assistance électrique" },
      cargo: { en: "Cargo bike", fr: "Vélo cargo" },
      remorque: { en: "Bike trailer", fr: "Remorque de vélo" },
    },
  },
  "high-tech": {
    en: "High-tech",
    fr: "High-tech",
    subtypes: {
      "action-cam": { en: "Action camera", fr: "Caméra d'action" },
      drone: { en: "Drone", fr: "Drone" },
      camera: { en: "Camera", fr: "Appareil photo" },
      "video-camera": { en: "Video camera", fr: "Caméscope" },
      stabilizer: { en: "Stabilizer", fr: "Stabilisateur" },
      phone: { en: "Phone", fr: "Téléphone" },
      computer: { en: "Computer", fr: "Ordinateur" },
      tablet: { en: "Tablet", fr: "Tablette" },
      "small-appliance": { en: "Small appliance", fr: "Petit électroménager" },
      "large-appliance": { en: "Large appliance", fr: "Gros électroménager" },
      "other-electronic-equipment": { en: "Other electronic equipment", fr: "Autre équipement électronique" },
    },
  },
  watersports: {
    en: "Water sports",
    fr: "Sports nautiques",
    subtypes: {
      kitesurf: { en: "Kitesurf", fr: "Kitesurf" },
      foil: { en: "Foil", fr: "Foil" },
      windsurf: { en: "Windsurf board", fr: "Planche à voile" },
      sailboat: { en: "Sailing boat", fr: "Voilier" },
      kayak: { en: "Kayak", fr: "Kayak" },
      canoe: { en: "Canoe", fr: "Canoë" },
      "water-ski": { en: "Water skis", fr: "Skis nautiques" },
      wakeboard: { en: "Wakeboard", fr: "Wakeboard" },
      "mono-ski": { en: "Mono water ski", fr: "Monoski nautique" },
      buoy: { en: "Towable tube", fr: "Bouée tractée" },
      paddle: { en: "Stand-up paddleboard", fr: "Stand-up paddle" },
      surf: { en: "Surfboard", fr: "Planche de surf" },
      pedalo: { en: "Pedal boat", fr: "Pédalo" },
    },
  },
  wintersports: {
    en: "Winter sports",
    fr: "Sports d'hiver",
    subtypes: {
      ski: { en: "Skis", fr: "Skis" },
      snowboard: { en: "Snowboard", fr: "Snowboard" },
      snowshoe: { en: "Snowshoes", fr: "Raquettes à neige" },
    },
  },
  event: {
    en: "Events",
    fr: "Événementiel",
    subtypes: {
      furniture: { en: "Furniture", fr: "Mobilier" },
      tent: { en: "Tent", fr: "Tente" },
      decorations: { en: "Decorations", fr: "Décoration" },
      tableware: { en: "Tableware", fr: "Vaisselle" },
      entertainment: { en: "Entertainment", fr: "Animation" },
    },
  },
  "small-tools": {
    en: "Tools",
    fr: "Outillage",
    subtypes: {
      "construction-equipment": { en: "Construction equipment", fr: "Matériel de chantier" },
      "diy-tools": { en: "DIY tools", fr: "Outils de bricolage" },
      "electric-diy-tools": { en: "Electric DIY tools", fr: "Outils de bricolage électriques" },
      "gardening-tools": { en: "Gardening tools", fr: "Outils de jardinage" },
      "electric-gardening-tools": { en: "Electric gardening tools", fr: "Outils de jardinage électriques" },
    },
  },
  sports: {
    en: "Sports",
    fr: "Sports",
    subtypes: {
      "running-hiking": { en: "Running and hiking", fr: "Course à pied et randonnée" },
      fishing: { en: "Fishing", fr: "Pêche" },
      golf: { en: "Golf", fr: "Golf" },
      "racket-sports": { en: "Racket sports", fr: "Sports de raquette" },
      horseriding: { en: "Horse riding", fr: "Équitation" },
      "ball-sports": { en: "Ball sports", fr: "Sports de ballon" },
      fitness: { en: "Fitness", fr: "Fitness" },
      "water-sports": { en: "Water sports", fr: "Sports aquatiques" },
      other: { en: "Other sports", fr: "Autres sports" },
    },
  },
};
