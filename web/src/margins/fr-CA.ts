/** The French of margins, by the English text. */
export const french = {
  Margin: 'Marge',
  'Margin %': 'Marge en %',
  'Cost and margin': 'Coût et marge',
  'Margin per unit': 'Marge par unité',
  'Billed before sales tax': 'Facturé avant taxes de vente',
  'Cost before sales tax': 'Coût avant taxes de vente',
  'Cost per unit': 'Coût par unité',
  'Its sales taxes': 'Ses taxes de vente',
  'Cost unknown for 1 line, billed at {amount}: it is not in the margin.':
    'Coût inconnu pour 1 ligne, facturée {amount}\u00a0: elle n’est pas dans la marge.',
  'Cost unknown for {lines} lines, billed at {amount}: they are not in the margin.':
    'Coût inconnu pour {lines} lignes, facturées {amount}\u00a0: elles ne sont pas dans la marge.',
  'Exported lines with their margin': 'A exporté des lignes avec leur marge',
} as const satisfies Readonly<Record<string, string>>
