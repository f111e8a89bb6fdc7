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

  // Imports
  'Open import {id}': 'Ouvrir l’importation {id}',
  '{count} imported': '{count} importées',
}
