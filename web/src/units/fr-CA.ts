/** French of the feature: English keys, French of Québec. */
export const french = {
  'Vehicle unit': 'Unité (véhicule)',
  'Unit number': 'Numéro d’unité',
  'Tank size': 'Capacité du réservoir',
  'Tank unit': 'Unité du réservoir',
  'Fuel type': 'Type de carburant',
  IFTA: 'IFTA',
  'Odometer unit': 'Unité de l’odomètre',
  Kilometres: 'Kilomètres',
  Miles: 'Milles',
  'Unit changed': 'Unité modifiée',
  'Error while changing the unit': 'Erreur lors de la modification de l’unité',
} as const satisfies Readonly<Record<string, string>>

/** The French of the service's messages, by key. */
export const frenchMessages = {
  'unit.tank-size': 'La capacité d’un réservoir est de {least} à {most} litres.',
  'unit.tank-unit': 'Choisissez les litres ou les gallons pour la capacité du réservoir.',
} as const satisfies Readonly<Record<string, string>>
