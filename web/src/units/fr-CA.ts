/** French of the feature: English keys, French of Québec. */
export const french = {
  'How much fuel the tanks hold together. Buying more than that is an exception.':
    'Ce que contiennent les réservoirs ensemble. Un achat plus grand est une exception.',
  'Whether drivers enter kilometres or miles at the pump.':
    'Si les chauffeurs saisissent des kilomètres ou des milles à la pompe.',
  'Vehicle unit': 'Unité (véhicule)',
  'Unit number': 'Numéro d’unité',
  'Tank size': 'Capacité du réservoir',
  'Tank unit': 'Unité du réservoir',
  'Fuel type': 'Type de carburant',
  IFTA: 'IFTA',
  'Odometer unit': 'Unité de l’odomètre',
  Kilometres: 'Kilomètres',
  Miles: 'Milles',
  'Unit at a glance': 'L’unité en bref',
  'Last odometer': 'Dernier relevé d’odomètre',
  'Fuel this month': 'Carburant ce mois-ci',
  'Fuel last month': 'Carburant le mois dernier',
  'No fuel': 'Aucun carburant',
  'Purchases are shown to users who can see transactions.':
    'Les achats sont visibles pour les utilisateurs qui peuvent voir les transactions.',
  'No transactions since {date}.': 'Aucune transaction depuis le {date}.',
  'No exceptions since {date}.': 'Aucune exception depuis le {date}.',
  'All transactions of this unit': 'Toutes les transactions de cette unité',
  'Cards of this unit': 'Cartes de cette unité',
  'No card is assigned to this unit.': 'Aucune carte n’est attribuée à cette unité.',
  'Drivers since {date}': 'Chauffeurs depuis le {date}',
  'Last transaction': 'Dernière transaction',
  'Edit unit': 'Modifier l’unité',
  'US gallons': 'Gallons américains',
  'Exceptions are judged by the tank size and the odometer. Empty means unknown.':
    'Les exceptions sont évaluées selon la capacité du réservoir et l’odomètre. Un champ vide signifie inconnu.',
  'Unit changed': 'Unité modifiée',
  'Error while changing the unit': 'Erreur lors de la modification de l’unité',
} as const satisfies Readonly<Record<string, string>>

/** The French of the service's messages, by key. */
export const frenchMessages = {
  'unit.tank-size': 'La capacité d’un réservoir est de {least} à {most} litres.',
  'unit.tank-unit': 'Choisissez les litres ou les gallons pour la capacité du réservoir.',
} as const satisfies Readonly<Record<string, string>>
