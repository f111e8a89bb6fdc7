import type { PersonLanguage } from '@portal/contract/profile/profile.ts'

type Words = Record<PersonLanguage, string>
/** What is in each file of the archive, in its order. */
export const fileWords = {
  'cards.csv': {
    en: 'Cards with all their fields: limits, balances, drivers, prompts',
    fr: 'Cartes avec tous leurs champs : limites, soldes, conducteurs, questions posées à la pompe',
  },
  'users.csv': {
    en: 'People with an account and their permissions, without what only they see in their profiles',
    fr: 'Personnes ayant un compte et leurs permissions, sans ce qu’elles seules voient dans leur profil',
  },
  'units.csv': { en: 'Vehicles', fr: 'Véhicules' },
  'transactions.csv': {
    en: 'Transactions, one line for each product bought',
    fr: 'Transactions, une ligne par produit acheté',
  },
  'exceptions.csv': {
    en: 'Exceptions found in transactions, with what was decided',
    fr: 'Exceptions trouvées dans les transactions, avec les décisions',
  },
  'invoices.csv': { en: 'Invoices that were issued', fr: 'Factures émises' },
  'receipts.csv': { en: 'Money received', fr: 'Encaissements' },
  'payments.csv': { en: 'Payments of invoices', fr: 'Paiements de factures' },
  'credit_notes.csv': { en: 'Credit notes', fr: 'Notes de crédit' },
  'write_offs.csv': { en: 'Write-offs', fr: 'Radiations' },
  'refunds.csv': { en: 'Refunds', fr: 'Remboursements' },
  'mail.csv': {
    en: 'E-mail that the portal sent to the customer and its users, without the text',
    fr: 'Courriels que le portail a envoyés au client et à ses utilisateurs, sans leur texte',
  },
  'log.csv': { en: 'The tracking log of the company', fr: 'Journal de suivi de l’entreprise' },
  'files.csv': {
    en: 'The attached files and pictures, with the name of each in this archive',
    fr: 'Fichiers joints et images, avec le nom de chacun dans cette archive',
  },
  'documents/': {
    en: 'Issued invoices and credit notes, PDF and CSV, byte for byte as they were issued',
    fr: 'Factures et notes de crédit émises, en PDF et en CSV, telles qu’elles ont été émises',
  },
  'files/': { en: 'The attached files and pictures', fr: 'Fichiers joints et images' },
  'provider/customer.csv': {
    en: 'The provider’s record of the customer, with its terms',
    fr: 'Dossier du client chez le fournisseur, avec ses conditions',
  },
  'provider/markups.csv': { en: 'Markups agreed with the customer', fr: 'Majorations convenues avec le client' },
  'provider/imports.csv': {
    en: 'The imported files that had transactions of the customer',
    fr: 'Fichiers importés qui contenaient des transactions du client',
  },
} as const satisfies Record<string, Words>

export const introWords = {
  en: 'Everything about {customer}, read on {day} (UTC). Drafts and what the provider pays for fuel are not included. The folder "provider" is for the provider alone: the customer does not see it in the portal.',
  fr: 'Tout ce qui concerne {customer}, lu le {day} (UTC). Les brouillons et les coûts du fournisseur n’y sont pas. Le dossier « provider » est réservé au fournisseur : le client ne le voit pas dans le portail.',
} satisfies Words

export const missingWords = {
  en: 'The content of these files is missing from the file storage or has changed:',
  fr: 'Le contenu de ces fichiers manque dans le stockage ou a changé :',
} satisfies Words
