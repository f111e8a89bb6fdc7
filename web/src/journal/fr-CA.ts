/** The French of the service's messages, by key. */
export const frenchMessages = {
  'journal.unmapped': 'Certains comptes du journal n’ont pas de compte du grand livre.',
  'journal.no-account': 'Aucun compte du grand livre pour {keys:quoted}.',
  'journal.not-held': 'Ce format ne peut pas contenir le journal.',
  'journal.no-currency':
    'Les écritures en {currency} ne peuvent pas être exportées vers {format:word} sans taux de change. Exportez-les en CSV, ou ajoutez {currency} aux paramètres du journal si ces livres sont tenus dans cette devise.',
  'journal.sage-number':
    'Sage 50 exige un numéro de compte de 4 à 8 chiffres pour {pattern}, et non « {number:plain} ».',
  'journal.xero-code':
    'Xero exige un code de compte de 1 à {max} caractères pour {pattern}, et non « {number:plain} ».',
  'journal.quickbooks-name':
    'QuickBooks exige un nom de compte de 1 à {max} caractères par niveau pour {pattern}, et non « {name} ».',
  'journal.pattern': 'Commencez par un compte connu, comme sales ou tax.hst.ON, avec un point entre les parties.',
  'journal.pattern-twice': 'Ce compte figure deux fois pour la même devise.',
} as const satisfies Readonly<Record<string, string>>
