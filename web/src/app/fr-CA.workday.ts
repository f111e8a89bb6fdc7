/** What makes a day's work plainer, over several screens. */
export const frenchOfWorkday: Record<string, string> = {
  'In draft': 'En brouillon',

  // The dashboard's two currencies
  and: 'et',
  'None in {currency}': 'Aucune en {currency}',
  'Nothing is overdue': 'Rien n’est en retard',

  // Billing
  'Billed weekly: no week ends on that day.': 'Facturé chaque semaine : aucune semaine ne se termine ce jour-là.',
  'Billed twice a month: no half month ends on that day.': 'Facturé deux fois par mois : aucune quinzaine ne se termine ce jour-là.',
  'Billed monthly: no month ends on that day.': 'Facturé chaque mois : aucun mois ne se termine ce jour-là.',
  'Give both days, or neither.': 'Donnez les deux jours, ou aucun.',
  'In {currency}, {count} are unbilled from {from} to {to}.': 'En {currency}, {count} ne sont pas facturées du {from} au {to}.',
  'Show these': 'Les afficher',

  // Mail
  'To: {address}': 'À : {address}',
  'This customer has no e-mail address.': 'Ce client n’a pas d’adresse courriel.',
  'Enter one': 'En saisir une',

  // Quarantine
  'Add card': 'Ajouter la carte',
  'Open card': 'Ouvrir la carte',
  'Add card {number}': 'Ajouter la carte {number}',
  'Open card {number}': 'Ouvrir la carte {number}',
  'Release Selected': 'Libérer la sélection',
  'Please select stop to Release': 'Veuillez sélectionner un arrêt à libérer',
  'Released: {count}.': 'Libérés : {count}.',
  'Released: {count}. Not released: {failed}.': 'Libérés : {count}. Non libérés : {failed}.',

  // Imports
  'Open import {id}': 'Ouvrir l’importation {id}',
  '{count} imported': '{count} importées',
}
