/** The French of the balances that refresh by themselves, and of lists too long for a sort. */
export const frenchOfRefresh: Readonly<Record<string, string>> = {
  'Back to the usual order': 'Revenir à l’ordre habituel',
  'Refreshed the balances of the day': 'Soldes du jour renouvelés',
  'The dash cash balance would become too large.': 'Le solde d’argent Dash deviendrait trop élevé.',
}
