/** The French of what is priced anew: by a file of rates, or when an invoice is made void. */
export const frenchOfRepricing: Readonly<Record<string, string>> = {
  Repriced: 'Recalculées',
  'Unbilled transactions repriced: {count} ({amounts}).': 'Transactions non facturées recalculées : {count} ({amounts}).',
  'Difference of amounts': 'Différence des montants',
  'The file is still being worked on. You will be told when it is done.':
    'Le fichier est encore en traitement. Vous serez avisé quand ce sera terminé.',
  'Repriced unbilled transactions by a file of daily rates': 'A recalculé des transactions non facturées par un fichier de tarifs du jour',
  'Transactions that cost something else now: {count}': 'Transactions dont le montant a changé : {count}',
  'They were repriced with the rates and markups of their day.': 'Elles ont été recalculées avec les tarifs et les marges de leur jour.',
  'Nothing is due on it any more, and its transactions can be billed again, at the price that holds for their day now. This cannot be undone.':
    'Plus rien n’est dû, et ses transactions peuvent être facturées de nouveau, au prix qui vaut maintenant pour leur jour. C’est irréversible.',
  'Choose a day in the year of the invoice’s number.': 'Choisissez un jour de l’année du numéro de la facture.',
  'Repriced Transactions': 'Transactions recalculées',
  'Repriced Difference': 'Différence',
}
