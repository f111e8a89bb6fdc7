/** The French of forgotten passwords and of the mail that the portal writes. */
export const mailFrench: Readonly<Record<string, string>> = {
  'Forgot password?': 'Mot de passe oublié?',
  'Forgot password': 'Mot de passe oublié',
  'Enter your email, and we will send you a link to choose a new password.':
    'Entrez votre courriel, et nous vous enverrons un lien pour choisir un nouveau mot de passe.',
  'Send the link': 'Envoyer le lien',
  'If {email} belongs to an account, a link to choose a new password is on its way. It works once, within 60 minutes.':
    'Si {email} correspond à un compte, un lien pour choisir un nouveau mot de passe est en route. Il fonctionne une seule fois, pendant 60 minutes.',
  'Choose a new password': 'Choisissez un nouveau mot de passe',
  'New password': 'Nouveau mot de passe',
  'Set the new password': 'Enregistrer le nouveau mot de passe',
  'Ask for a new link': 'Demander un nouveau lien',
  'Your password has been changed. Please sign in with the new one.': 'Votre mot de passe a été changé. Veuillez vous connecter avec le nouveau.',
  'This link has expired or was already used. Please ask for a new one.': 'Ce lien est expiré ou a déjà servi. Veuillez en demander un nouveau.',

  Mail: 'Courrier',
  'List of Mail': 'Liste du courrier',
  'No Mail records to show': 'Aucun courrier à afficher',
  'No Mail found.': 'Aucun courrier trouvé.',
  Written: 'Rédigé le',
  To: 'Au',
  Subject: 'Objet',
  Kind: 'Genre',
  Attempts: 'Tentatives',
  'Sent at': 'Date d’envoi',
  'Next attempt': 'Prochaine tentative',
  'Last error': 'Dernière erreur',
  Queued: 'En attente',
  Sending: 'Envoi en cours',
  Kept: 'Conservé',
  Failed: 'Échec',
  'There is no mail server; the mail is kept here.': 'Il n’y a pas de serveur de courriel; le message est conservé ici.',
  'Send again': 'Envoyer de nouveau',
  'Mail will be sent again': 'Le message sera envoyé de nouveau',
  'Error while sending Mail again': 'Erreur lors du nouvel envoi du message',
  'Only mail that failed or was kept, and is still valid, can be sent again.':
    'Seul un message échoué ou conservé, et encore valide, peut être envoyé de nouveau.',
}
