/** The French of this folder's interface. */
export const french = {
  'Exchange rates': 'Taux de change',
  'CAD for 1 USD': 'CAD pour 1 USD',
  'No exchange rates to show': 'Aucun taux de change à afficher',
  'Add exchange rate': 'Ajouter un taux de change',
  'Edit exchange rate': 'Modifier un taux de change',
  'A rate holds from its day until the next one, for at most seven days after it.':
    'Un taux vaut de son jour jusqu’au taux suivant, au plus sept jours après.',
  'Exchange rate saved': 'Taux de change enregistré',
  'Error while saving the exchange rate': 'Erreur lors de l’enregistrement du taux de change',
  'Exchange rate deleted': 'Taux de change supprimé',
  'Error while deleting the exchange rate': 'Erreur lors de la suppression du taux de change',
  'Exported the exchange rates': 'A exporté les taux de change',
  'Added an exchange rate': 'A ajouté un taux de change',
  'Changed an exchange rate': 'A modifié un taux de change',
  'Deleted an exchange rate': 'A supprimé un taux de change',
  'Exchange rate': 'Taux de change',
  'From currency': 'Devise d’origine',
} as const satisfies Readonly<Record<string, string>>

/** The French of the service's messages, by key. */
export const frenchMessages = {
  'exchange-rate.taken': 'Il y a déjà un taux pour ce jour.',
} as const satisfies Readonly<Record<string, string>>
