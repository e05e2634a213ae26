import { isProductType } from "#lib/insurance/catalogue/catalogue.ts";
import type { ProductType } from "#lib/insurance/catalogue/catalogue.ts";
import type { ClaimSubtype, ClaimType, DocumentCategory } from "#lib/insurance/claims/schema.ts";

export interface Question {
  question: string;
  answer: "text" | "boolean";
}

export interface DocumentRule {
  type: string;
  category: DocumentCategory;
  when: readonly { question: string; is: boolean }[];
}

export interface SubtypeMatrix {
  questions: readonly Question[];
  documents: readonly DocumentRule[];
}

/** rules/claims.md#matrix-1 */
export const subtypesByType: Record<ClaimType, readonly ClaimSubtype[]> = {
  theft: ["total_theft", "partial_theft"],
  break: ["vandalism", "partial_break", "total_break", "failure"],
};

const text = (question: string): Question => ({ question, answer: "text" });
const yesOrNo = (question: string): Question => ({ question, answer: "boolean" });

type Condition = [question: string, is: boolean];
const document =
  (category: DocumentCategory) =>
  (type: string, ...when: Condition[]): DocumentRule => ({
    type,
    category,
    when: when.map(([question, is]) => ({ question, is })),
  });
const mandatory = document("mandatory");
const expected = document("expected");

const products: Partial<Record<ProductType, Partial<Record<ClaimSubtype, SubtypeMatrix>>>> = {
  bike: {
    total_theft: {
      questions: [
        yesOrNo("Le vélo était-il attaché à un point fixe ?"),
        yesOrNo("Le vélo était-il attaché avec le cadenas fourni ?"),
        yesOrNo("Y a-t-il eu une effraction d'un lieu privé ?"),
        yesOrNo("Le vélo est-il électrique ?"),
        yesOrNo("La batterie était-elle présente sur le vélo ?"),
        yesOrNo("Avez-vous récupéré le dépôt de plainte final ?"),
      ],
      documents: [
        mandatory("Récapitulatif de déclaration de plainte en ligne", ["Avez-vous récupéré le dépôt de plainte final ?", false]),
        mandatory("Dépôt de plainte", ["Avez-vous récupéré le dépôt de plainte final ?", true]),
        mandatory("Photo des clés de l'antivol et de la batterie"),
        mandatory("Photo de la batterie", ["Le vélo est-il électrique ?", true], ["La batterie était-elle présente sur le vélo ?", false]),
        mandatory("Photo de l'effraction", ["Y a-t-il eu une effraction d'un lieu privé ?", true]),
        expected("Contrat de location"),
        expected("Facture d'achat du vélo"),
        expected("Certificat de marquage du vélo"),
        expected("Dépôt de plainte", ["Avez-vous récupéré le dépôt de plainte final ?", false]),
      ],
    },
    partial_theft: {
      questions: [text("Qu'est-ce qui a été volé ?"), yesOrNo("Avez-vous récupéré le dépôt de plainte final ?")],
      documents: [
        mandatory("Récapitulatif de déclaration de plainte en ligne", ["Avez-vous récupéré le dépôt de plainte final ?", false]),
        mandatory("Dépôt de plainte", ["Avez-vous récupéré le dépôt de plainte final ?", true]),
        mandatory("Photo du vélo dans son ensemble"),
        mandatory("Photo de la casse (angle 1)"),
        mandatory("Photo de la casse (angle 2)"),
        expected("Contrat de location"),
        expected("Devis de réparation"),
        expected("Facture de réparation"),
        expected("Facture d'achat des pièces"),
      ],
    },
    vandalism: {
      questions: [text("Quels éléments du matériel ont été vandalisés ?")],
      documents: [
        mandatory("Photo du vélo dans son ensemble"),
        mandatory("Photo de la casse (angle 1)"),
        mandatory("Photo de la casse (angle 2)"),
        mandatory("Dépôt de plainte"),
        expected("Contrat de location"),
        expected("Devis de réparation"),
        expected("Facture de réparation"),
        expected("Facture d'achat des pièces"),
      ],
    },
    partial_break: {
      questions: [
        text("Quels éléments du matériel sont cassés ?"),
        yesOrNo("La casse est-elle due à un accident avec un tiers ?"),
        yesOrNo("Avez-vous fait un constat avec le tiers ?"),
        yesOrNo("La réparation est-elle effectuée en externe ?"),
      ],
      documents: [
        mandatory("Photo du vélo dans son ensemble"),
        mandatory("Photo de la casse (angle 1)"),
        mandatory("Photo de la casse (angle 2)"),
        mandatory("Constat amiable", ["Avez-vous fait un constat avec le tiers ?", true]),
        expected("Contrat de location"),
        expected("Devis de réparation", ["La réparation est-elle effectuée en externe ?", true]),
        expected("Facture de réparation"),
        expected("Facture d'achat des pièces", ["La réparation est-elle effectuée en externe ?", true]),
      ],
    },
  },
  "high-tech": {
    partial_break: {
      questions: [text("Qu'est-ce qui est cassé ?"), yesOrNo("Les dégâts ont-ils été causés par un liquide ?")],
      documents: [
        mandatory("Photo du matériel vue du dessus"),
        mandatory("Photo du matériel vue du dessous"),
        mandatory("Photo du matériel (angle 1)"),
        mandatory("Photo du matériel (angle 2)"),
        mandatory("Photo du matériel (angle 3)"),
        mandatory("Photo du matériel (angle 4)"),
        mandatory("Photo de l'écran allumé"),
        expected("Contrat de location (leasing)"),
        expected("Devis des réparations"),
        expected("Facture des réparations"),
      ],
    },
    total_break: {
      questions: [text("Qu'est-ce qui est cassé ?"), yesOrNo("Les dégâts ont-ils été causés par un liquide ?")],
      documents: [
        mandatory("Photo du matériel vue du dessus"),
        mandatory("Photo du matériel vue du dessous"),
        mandatory("Photo du matériel (angle 1)"),
        mandatory("Photo du matériel (angle 2)"),
        mandatory("Photo du matériel (angle 3)"),
        mandatory("Photo du matériel (angle 4)"),
        expected("Contrat de location (leasing)"),
        expected("Devis des réparations"),
        expected("Facture des réparations"),
      ],
    },
    partial_theft: {
      questions: [text("Quelles pièces ou accessoires ont été volés ?"), yesOrNo("Le reste du matériel est-il encore utilisable ?")],
      documents: [mandatory("Dépôt de plainte final"), expected("Contrat de location (leasing)"), expected("Facture du matériel")],
    },
    total_theft: {
      questions: [yesOrNo("Y a-t-il eu une effraction d'un lieu sécurisé ?"), yesOrNo("S'agit-il d'un vol à la sauvette ?")],
      documents: [mandatory("Dépôt de plainte final"), expected("Contrat de location (leasing)"), expected("Facture du matériel")],
    },
    failure: {
      questions: [
        text("Quel est le problème technique constaté ?"),
        yesOrNo("Les dégâts ont-ils été causés par un liquide ?"),
        yesOrNo("Le matériel fonctionne-t-il encore ?"),
      ],
      documents: [
        mandatory("Photo du matériel vue du dessus"),
        mandatory("Photo du matériel vue du dessous"),
        mandatory("Photo du matériel (angle 1)"),
        mandatory("Photo du matériel (angle 2)"),
        mandatory("Photo du matériel (angle 3)"),
        mandatory("Photo du matériel (angle 4)"),
        mandatory("Photo de l'écran allumé"),
        expected("Contrat de location (leasing)"),
        expected("Devis des réparations"),
        expected("Facture des réparations"),
      ],
    },
  },
};

/** Returns the documents that each subtype of a product type needs; undefined for types without claims. */
export function matrixOf(productType: string): Partial<Record<ClaimSubtype, SubtypeMatrix>> | undefined {
  return isProductType(productType) ? products[productType] : undefined;
}
