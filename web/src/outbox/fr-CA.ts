/** The French of this folder's sentences. */
export const french = {
  'To | outbox': 'À',
  'Sent | outbox': 'Envoyé',
  Mail: 'Courrier',
  'List of Mail': 'Liste du courrier',
  'No Mail records to show': 'Aucun courrier à afficher',
  'No Mail found.': 'Aucun courrier trouvé.',
  Written: 'Rédigé le',
  Subject: 'Objet',
  'Last error': 'Dernière erreur',
  Sending: 'Envoi en cours',
  Kept: 'Conservé',
  'Send again': 'Envoyer de nouveau',
} as const satisfies Readonly<Record<string, string>>
