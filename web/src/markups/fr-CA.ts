/** The French of this folder's sentences. */
export const french = {
  Update: 'Mettre à jour',
  'Error while performing operation. Please refresh your browser':
    'Erreur pendant l’opération. Veuillez actualiser votre navigateur',
  'What would change': 'Ce qui changerait',
  'This company has no purchases at this provider that are not invoiced yet.':
    'Cette entreprise n’a aucun achat chez ce fournisseur qui ne soit pas encore facturé.',
  'None of the {count} uninvoiced purchases from {from} to {to} would cost something else.':
    'Aucun des {count} achats non facturés du {from} au {to} ne coûterait autre chose.',
  '{changed} of the {count} uninvoiced purchases from {from} to {to} would cost something else.':
    '{changed} des {count} achats non facturés du {from} au {to} coûteraient autre chose.',
  'Purchases that would change': 'Achats qui changeraient',
  'The newest {count} are shown.': 'Les {count} plus récents sont affichés.',
  'Customer company code': 'Code de l’entreprise cliente',
  'Customer company name': 'Nom de l’entreprise cliente',
  'Markup value': 'Marge',
  'Fuel company provider': 'Fournisseur de carburant',
  'No Markup records to show': 'Aucune marge à afficher',
  'Add Markup': 'Ajouter une marge',
  'Add Customer Markup': 'Ajouter une marge client',
  'Update Customer Markup': 'Modifier une marge client',
  'Fuel Company Provider': 'Fournisseur de carburant',
  'Markup Value': 'Marge',
  'From Date': 'Du',
  'To Date': 'Au',
  'New value from': 'Nouvelle valeur à partir du',
  Upcoming: 'À venir',
  Ended: 'Terminée',
  'A markup stays with its company.': 'Une marge reste avec son entreprise.',
  'The new value is for the same provider.': 'La nouvelle valeur concerne le même fournisseur.',
  'What kind of change is it?': 'De quel changement s’agit-il?',
  'Correct it': 'Corriger',
  'It counts as if it had been so from {from} on, for all that is not invoiced yet.':
    'Elle compte comme si elle avait été ainsi dès le {from}, pour tout ce qui n’est pas encore facturé.',
  'From a date': 'À partir d’une date',
  'This one ends the day before, and a new one goes on in its place.':
    'Celle-ci prend fin la veille, et une nouvelle la remplace.',
  ACTIVE: 'Active',
} as const satisfies Readonly<Record<string, string>>

/** The French of the messages that the service gives here, by their keys. */
export const frenchMessages = {
  'markup.overlap':
    'Une autre majoration active de cette entreprise et de ce fournisseur couvre certains de ces jours.',
  'markup.inactive': 'Seule une majoration active peut être suivie d’une autre.',
  'markup.taken-from': 'Cette entreprise a déjà une majoration active pour ce fournisseur à partir du {from:day}.',
  'markup.taken-between':
    'Cette entreprise a déjà une majoration active pour ce fournisseur du {from:day} au {to:day}.',
  'markup.other-customer': 'Ce n’est pas le client de cette entreprise.',
  'markup.other-provider': 'Ce n’est pas le fournisseur.',
  'markup.after-start': 'Choisissez un jour après le {from:day}, où cette majoration commence.',
  'markup.before-end': 'Choisissez un jour jusqu’au {to:day}, où cette majoration prend fin.',
  'markup.provider-required': 'Le fournisseur de carburant est obligatoire',
  'markup.value-required': 'La valeur de la majoration est obligatoire',
  'prices.changing': 'Des majorations ou des achats sont en cours de modification. Réessayez dans quelques secondes.',
} as const satisfies Readonly<Record<string, string>>
