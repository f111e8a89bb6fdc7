/** The French of this folder's interface. */
export const french = {
  'Documents and e-mails': 'Documents et courriels',
  'We e-mail the PDF to the customer’s address for documents.':
    'Le PDF est envoyé à l’adresse du client pour les documents.',
  'To: {address}': 'À\u00a0: {address}',
  'This customer has no e-mail address.': 'Ce client n’a pas d’adresse courriel.',
  'Enter an address': 'Saisir une adresse',
} as const satisfies Readonly<Record<string, string>>
