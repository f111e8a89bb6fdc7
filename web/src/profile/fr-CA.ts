/** The French of this folder's interface. */
export const french = {
  Security: 'Sécurité',
  'Several unrelated words work best. A change ends your other sessions.':
    'Plusieurs mots sans lien entre eux conviennent le mieux. Un changement met fin à vos autres sessions.',
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
  'You stay signed in here and are signed out everywhere else.':
    'Vous restez connecté ici et êtes déconnecté partout ailleurs.',
} as const satisfies Readonly<Record<string, string>>

/** The French of the service's messages, by key. */
export const frenchMessages = {
  'profile.switched': 'Revenez à votre propre compte pour modifier votre profil.',
  'profile.email-taken': 'Vous ne pouvez pas utiliser cette adresse courriel.',
  'profile.birth-day': 'Entrez un jour passé.',
  'profile.password-for-email': 'Entrez votre mot de passe actuel pour changer de courriel.',
} as const satisfies Readonly<Record<string, string>>
