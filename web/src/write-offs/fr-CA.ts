/** The French of this folder's interface. */
export const french = {
  'Write-off': 'Radiation',
  'Write-off reversed': 'Radiation contre-passée',
  'Refund reversed': 'Remboursement contre-passé',
  'Write-offs': 'Radiations',
  'No Write-off records to show': 'Aucune radiation à afficher',
  'Reverse write-off': 'Contre-passer la radiation',
  '{amount} is due. What you write off is no longer due. You can reverse it later.':
    '{amount} est dû. Ce que vous radiez n’est plus dû. Vous pouvez contre-passer la radiation plus tard.',
  Refund: 'Remboursement',
  'Refund | action': 'Rembourser',
  Refunds: 'Remboursements',
  'No Refund records to show': 'Aucun remboursement à afficher',
  'Reverse refund': 'Contre-passer le remboursement',
  'Record refund': 'Enregistrer le remboursement',
  'Refunded from': 'Remboursé à partir de',
  'The money is on account again.': 'L’argent est de nouveau au compte.',
  '{company} has {amount} on account. Record what you refund.':
    '{company} a {amount} au compte. Enregistrez ce que vous remboursez.',
} as const satisfies Readonly<Record<string, string>>
