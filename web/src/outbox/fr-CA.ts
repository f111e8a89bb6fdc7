/** The French of this folder's interface. */
export const french = {
  'Account security': 'Sécurité du compte',
  'The address and the text were deleted on {day}, as the retention settings say.':
    'L’adresse et le texte ont été supprimés le {day}, selon les réglages de conservation.',
  Registration: 'Inscription',
  Invitation: 'Invitation',
  'Password reset': 'Réinitialisation du mot de passe',
  'To | outbox': 'À',
  'Sent | outbox': 'Envoyé',
  Mail: 'Courriels',
  'List of Mail': 'Liste des courriels',
  'No Mail records to show': 'Aucun courriel à afficher',
  'No Mail found.': 'Aucun courriel trouvé.',
  Written: 'Rédigé le',
  Subject: 'Objet',
  'Last error': 'Dernière erreur',
  Sending: 'Envoi en cours',
  Kept: 'Conservé',
  'Send again': 'Envoyer de nouveau',
} as const satisfies Readonly<Record<string, string>>

/** The French of the service's messages, by key. */
export const frenchMessages = {
  'mail.not-resendable':
    'Seul un courriel conservé ou dont l’envoi a échoué, et qui est encore valide, peut être envoyé de nouveau.',
  'mail.expired': 'Le courriel a expiré avant de pouvoir être envoyé.',
  'mail.cut-off': 'L’envoi a été interrompu trop souvent.',
  'mail.invoice-void': 'La facture a été annulée avant de pouvoir être envoyée.',
  'mail.invoice-paid': 'Il ne restait plus rien à payer sur la facture\u00a0: le rappel n’a pas été envoyé.',
  'mail.failed': 'L’envoi a échoué\u00a0: {detail}',
} as const satisfies Readonly<Record<string, string>>
