/** The French of the balances that refresh by themselves. */
export const frenchOfRefresh: Readonly<Record<string, string>> = {
  'Refreshed the balances of the day': 'Soldes du jour renouvelés',
  'The dash cash balance would become too large.': 'Le solde d’argent au tableau de bord deviendrait trop élevé.',
}
