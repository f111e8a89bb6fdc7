/** The French of this folder's interface. */
export const french = {
  'The last day of the markup. Empty means until further notice.':
    'Le dernier jour de la majoration. Vide\u00a0: jusqu’à nouvel ordre.',
  Update: 'Mettre à jour',
  'Error while performing operation. Please refresh your browser':
    'Erreur pendant l’opération. Veuillez actualiser votre navigateur',
  'What would change': 'Ce qui changerait',
  'This company has no uninvoiced purchases with this provider on these days.':
    'Cette entreprise n’a aucun achat non facturé chez ce fournisseur ces jours-là.',
  'The price of none of the {count} uninvoiced purchases from {from} to {to} would change.':
    'Le prix d’aucun des {count} achats non facturés du {from} au {to} ne changerait.',
  'The price of {changed} of the {count} uninvoiced purchases from {from} to {to} would change.':
    'Le prix de {changed} des {count} achats non facturés du {from} au {to} changerait.',
  'Purchases that would change': 'Achats qui changeraient',
  'Showing the newest {count}.': 'Les {count} plus récents sont affichés.',
  'Customer company code': 'Code de l’entreprise cliente',
  'Customer company name': 'Nom de l’entreprise cliente',
  'Markup value': 'Majoration',
  'Fuel company provider': 'Fournisseur de carburant',
  'No Markup records to show': 'Aucune majoration à afficher',
  'Add Markup': 'Ajouter une majoration',
  'Add Customer Markup': 'Ajouter une majoration client',
  'Update Customer Markup': 'Modifier une majoration client',
  'Fuel Company Provider': 'Fournisseur de carburant',
  'Markup Value': 'Majoration',
  'From Date': 'Du',
  'To Date': 'Au',
  'New value from': 'Nouvelle valeur à partir du',
  Upcoming: 'À venir',
  Ended: 'Terminée',
  'The company of a markup cannot be changed.': 'L’entreprise d’une majoration ne peut pas être modifiée.',
  'The new value applies to the same provider.': 'La nouvelle valeur s’applique au même fournisseur.',
  'What kind of change is this?': 'De quel changement s’agit-il?',
  'Correct the value': 'Corriger la valeur',
  'The new value applies from {from} to everything that is not invoiced yet.':
    'La nouvelle valeur s’applique dès le {from} à tout ce qui n’est pas encore facturé.',
  'Change it from a date': 'La modifier à partir d’une date',
  'This markup ends the day before, and a new one replaces it.':
    'Cette majoration prend fin la veille, et une nouvelle la remplace.',
  ACTIVE: 'Active',
} as const satisfies Readonly<Record<string, string>>

/** The French of the service's messages, by key. */
export const frenchMessages = {
  'markup.overlap':
    'Une autre majoration active de cette entreprise et de ce fournisseur couvre certains de ces jours.',
  'markup.inactive': 'Seule une majoration active peut être modifiée à partir d’une date.',
  'markup.taken-from': 'Cette entreprise a déjà une majoration active pour ce fournisseur à partir du {from:day}.',
  'markup.taken-between':
    'Cette entreprise a déjà une majoration active pour ce fournisseur du {from:day} au {to:day}.',
  'markup.other-customer': 'Ceci ne correspond pas à l’entreprise.',
  'markup.other-provider': 'Ceci ne correspond pas au fournisseur.',
  'markup.after-start': 'Cette majoration commence le {from:day}. Choisissez un jour ultérieur.',
  'markup.before-end': 'Cette majoration prend fin le {to:day}. Choisissez ce jour ou un jour antérieur.',
  'markup.provider-required': 'Le fournisseur de carburant est obligatoire',
  'markup.value-required': 'La valeur de la majoration est obligatoire',
  'prices.changing': 'Des majorations ou des achats sont en cours de modification. Réessayez dans quelques secondes.',
} as const satisfies Readonly<Record<string, string>>
