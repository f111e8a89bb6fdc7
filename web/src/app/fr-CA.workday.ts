/** What makes a day's work plainer, over several screens. */
export const frenchOfWorkday: Record<string, string> = {
  'In draft': 'En brouillon',

  // The dashboard's two currencies
  and: 'et',
  'None in {currency}': 'Aucune en {currency}',
  'Nothing is overdue': 'Rien n’est en retard',

  // Imports
  'Open import {id}': 'Ouvrir l’importation {id}',
  '{count} imported': '{count} importées',
}
