/**
 * The French of Québec of reports, by the English word: for their pages, and for the files and mails that the server writes.
 * A word that other pages have too is the same there; a test compares them.
 */
export const frenchReportWords = {
  // What all reports share.
  Total: 'Total',
  Group: 'Groupe',
  Currency: 'Devise',
  Customer: 'Client',
  'Grouped by': 'Regroupé par',
  'From date': 'Du',
  'To date': 'Au',
  Quarter: 'Trimestre',
  Lines: 'Lignes',
  Litres: 'Litres',
  Purchases: 'Achats',
  Amount: 'Montant',
  Share: 'Part',
  'Before sales tax': 'Avant les taxes de vente',
  'Sales tax': 'Taxe de vente',
  Driver: 'Chauffeur',
  'Unit number': 'Numéro d’unité',
  Card: 'Carte',
  'Card Number': 'Numéro de carte',
  Site: 'Site',
  Province: 'Province',
  Product: 'Produit',
  Week: 'Semaine',
  'Time stamp': 'Horodatage',
  'Auth code': 'Code d’autorisation',
  'Fuel provider': 'Fournisseur de carburant',
  Diesel: 'Diesel',
  'Winter diesel': 'Diesel d’hiver',
  'Reefer fuel': 'Carburant frigorifique',
  Gasoline: 'Essence',
  'Diesel exhaust fluid': 'Fluide d’échappement diesel',
  Oil: 'Huile',
  Other: 'Autre',
  'Cash advance': 'Avance de fonds',
  Fee: 'Frais',
  // Topics, states and schedules.
  'What was bought': 'Achats et dépenses',
  'Vehicles and drivers': 'Véhicules et chauffeurs',
  Taxes: 'Taxes',
  'Money owed and earned': 'Sommes dues et gagnées',
  Control: 'Contrôle',
  'Every day': 'Tous les jours',
  'Every week': 'Toutes les semaines',
  'Every month': 'Tous les mois',
  // Spend and volume, purchase lines.
  'Spend and volume': 'Dépenses et volumes',
  'What was bought in a period, by driver, unit, card, site, province or product':
    'Ce qui a été acheté dans une période, par chauffeur, unité, carte, site, province ou produit',
  'Purchase lines': 'Lignes d’achat',
  'Every line that was bought in a period, for one driver, unit, card, site, province or product if you like':
    'Chaque ligne achetée dans une période, au besoin pour un chauffeur, une unité, une carte, un site, une province ou un produit',
  // Margin.
  Margin: 'Marge',
  'Billed before sales tax, cost and margin by fuel provider, site, customer, product or week':
    'Facturé avant taxes de vente, coût et marge par fournisseur, site, client, produit ou semaine',
  'Billed before sales tax': 'Facturé avant taxes de vente',
  'Invoiced amount': 'Montant facturé',
  'Amount not invoiced': 'Montant non facturé',
  'Cost before sales tax': 'Coût avant taxes de vente',
  'Margin %': 'Marge en %',
  'Margin per litre': 'Marge par litre',
  'Lines without a known cost': 'Lignes sans coût connu',
  'Billed without a known cost': 'Facturé sans coût connu',
} as const satisfies Readonly<Record<string, string>>

export const frenchReportMessages = {
  'report.too-long': 'Ce rapport est trop long. Choisissez une période plus courte ou un autre regroupement.',
  'report.period-too-long': 'Un rapport couvre au plus cinq ans.',
  'report.not-done': 'Ce rapport n’est pas encore prêt.',
  'report.no-company': 'Choisissez un client.',
  'report.no-people': 'Choisissez au moins une personne.',
  'report.not-these-people': 'Choisissez des personnes de votre entreprise qui peuvent voir les rapports.',
  'report.failed': 'Ce rapport n’a pas pu être produit. Réessayez, ou choisissez une période plus courte.',
  'report.withdrawn': 'Cette personne ne peut plus voir ce rapport.',
} as const satisfies Readonly<Record<string, string>>
