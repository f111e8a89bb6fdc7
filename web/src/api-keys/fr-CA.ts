/** The French of this folder's interface. */
export const french = {
  'API key': 'Clé d’API',
  'API keys': 'Clés d’API',
  'No API keys to show': 'Aucune clé d’API à afficher',
  Scopes: 'Droits',
  'Made by': 'Créée par',
  Created: 'Créée le',
  Expires: 'Expire',
  'Last use': 'Dernière utilisation',
  'Last used from': 'Utilisée depuis',
  'Former secret until': 'Ancien secret jusqu’au',
  'Active | service_keys': 'Active',
  Expired: 'Expirée',
  Revoked: 'Révoquée',
  Suspended: 'Suspendue',
  'Rotate {record}': 'Renouveler {record}',
  'Revoke {record}': 'Révoquer {record}',
  Rotate: 'Renouveler',
  Revoke: 'Révoquer',
  'Revoke | action': 'Révoquer',
  'Create API key': 'Créer une clé d’API',
  Create: 'Créer',
  '1 year': '1 an',
  'The key acts for you and never has more rights than you. It stops when you are deactivated.':
    'La clé agit pour vous et n’a jamais plus de droits que vous. Elle cesse de fonctionner si vous êtes désactivé.',
  'Rotate API key': 'Renouveler la clé d’API',
  'Not at all': 'Pas du tout',
  '1 hour': '1 heure',
  '24 hours': '24 heures',
  'The key gets a new secret, which is shown once. Give it to the programs that use the key.':
    'La clé reçoit un nouveau secret, affiché une seule fois. Donnez-le aux programmes qui utilisent la clé.',
  'The former secret still works for': 'L’ancien secret fonctionne encore pendant',
  'Revoke API key': 'Révoquer la clé d’API',
  'Programs that use this key are refused at once. A revoked key cannot be used again.':
    'Les programmes qui utilisent cette clé sont refusés aussitôt. Une clé révoquée ne peut plus servir.',
  'Your API key': 'Votre clé d’API',
  'Copy the key now. It is not shown again.': 'Copiez la clé maintenant. Elle ne sera plus affichée.',
  'The former secret works until {when}.': 'L’ancien secret fonctionne jusqu’au {when}.',
  'Programs send it in the header Authorization: Bearer. Keep it like a password.':
    'Les programmes l’envoient dans l’en-tête Authorization: Bearer. Gardez-la comme un mot de passe.',
  'Copy key': 'Copier la clé',
  'It opens nothing while the user who made it is not active.':
    'Elle n’ouvre rien tant que l’utilisateur qui l’a créée n’est pas actif.',
  'API key created': 'Clé d’API créée',
  'Error while creating the API key': 'Erreur lors de la création de la clé d’API',
  'API key rotated': 'Clé d’API renouvelée',
  'Error while rotating the API key': 'Erreur lors du renouvellement de la clé d’API',
  'API key revoked': 'Clé d’API révoquée',
  'Error while revoking the API key': 'Erreur lors de la révocation de la clé d’API',
  'Created an API key': 'A créé une clé d’API',
  'Rotated an API key': 'A renouvelé une clé d’API',
  'Revoked an API key': 'A révoqué une clé d’API',
  'Exported the API keys': 'A exporté les clés d’API',
} as const satisfies Readonly<Record<string, string>>

/** The French of the service's messages, by key. */
export const frenchMessages = {
  'service-key.unknown': 'Cette clé d’API n’existe pas.',
  'service-key.expired': 'Cette clé d’API a expiré.',
  'service-key.revoked': 'Cette clé d’API a été révoquée.',
  'service-key.suspended':
    'Cette clé d’API est suspendue, car l’utilisateur qui l’a créée ou l’entreprise n’est pas actif.',
  'service-key.people-only': 'Une clé d’API ne peut pas faire cet appel. Seul un utilisateur connecté le peut.',
  'service-key.while-switched':
    'Revenez d’abord à votre compte. Les clés d’API d’un client sont créées par ses propres utilisateurs.',
  'service-key.not-maker':
    'Seul l’utilisateur qui a créé cette clé d’API peut la renouveler. Révoquez-la et créez-en une autre.',
  'service-key.ended': 'Cette clé d’API a expiré ou a été révoquée.',
  'service-key.more-than-own': 'Une clé ne peut pas avoir plus de droits que vous\u00a0: {scopes}.',
  'service-key.expiry-past': 'Choisissez un moment à venir.',
  'service-key.expiry-far': 'Une clé est valide au plus deux ans.',
  'rate.limited': 'Cette clé d’API a fait trop d’appels. Attendez le nombre de secondes indiqué dans Retry-After.',
} as const satisfies Readonly<Record<string, string>>
