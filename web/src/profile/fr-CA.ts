/** The French of this folder's sentences. */
export const french = {
  Picture: 'Photo',
  'Company Logo': 'Logo de l’entreprise',
  'Personal Information': 'Renseignements personnels',
  Contact: 'Coordonnées',
  'Middle Name': 'Second prénom',
  'Date of Birth': 'Date de naissance',
  'Change password': 'Changer le mot de passe',
  'Current Password': 'Mot de passe actuel',
  'New Password': 'Nouveau mot de passe',
  'Repeat New Password': 'Répéter le nouveau mot de passe',
  'You stay signed in here; everywhere else you will have to sign in again.':
    'Vous restez connecté ici; partout ailleurs, il faudra vous connecter de nouveau.',
  'The two passwords differ.': 'Les deux mots de passe diffèrent.',
  'Enter your current password to change your e-mail.': 'Entrez votre mot de passe actuel pour changer votre courriel.',
  'This is not your current password.': 'Ce n’est pas votre mot de passe actuel.',
  'Choose a password other than the current one.': 'Choisissez un autre mot de passe que l’actuel.',
  'Switch back to your own account to change your profile.':
    'Revenez à votre propre compte pour modifier votre profil.',
  'Enter a phone number.': 'Entrez un numéro de téléphone.',
  'Enter a day in the past.': 'Entrez un jour passé.',
} as const satisfies Readonly<Record<string, string>>
