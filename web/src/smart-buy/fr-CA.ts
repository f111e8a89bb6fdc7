/** The French of this folder's interface. */
export const french = {
  'Week of {day}': 'Semaine du {day}',
  'With sales tax': 'Taxes de vente comprises',
  Saving: 'Économie',
  Distance: 'Distance',
  'Per litre': 'Par litre',
  'Per gallon': 'Par gallon',
  'Per litre with sales tax': 'Par litre, taxes de vente comprises',
  'Per gallon with sales tax': 'Par gallon, taxes de vente comprises',
  'Price of': 'Prix du',
  Near: 'Près de',
  Today: 'Aujourd’hui',
  'On the way': 'En chemin',
  'Missed savings': 'Économies manquées',
  'Longer periods': 'Périodes plus longues',
  'E-mail me the list each morning': 'M’envoyer la liste par courriel chaque matin',
  'Sites by price': 'Sites selon le prix',
  'Sites by price of diesel': 'Sites selon le prix du diesel',
  'Map of prices': 'Carte des prix',
  'Cheapest third': 'Tiers le moins cher',
  'Middle third': 'Tiers du milieu',
  'Most expensive third': 'Tiers le plus cher',
  'Choose a dot or a site of the list. Distances are in a straight line, not by road.':
    'Choisissez un point ou un site de la liste. Les distances sont à vol d’oiseau, et non par la route.',
  '{distance} in a straight line; roads are longer. Sites without a position are left out.':
    '{distance} à vol d’oiseau; par la route, c’est plus long. Les sites sans position sont laissés de côté.',
  'Choose two towns. Distances are in a straight line, not by road.':
    'Choisissez deux villes. Les distances sont à vol d’oiseau, et non par la route.',
  'The way and its sites': 'Le chemin et ses sites',
  'From | place': 'De',
  'To | place': 'À',
  'Maximum distance from the line': 'Écart maximal par rapport à la ligne',
  'Tank (litres)': 'Réservoir (litres)',
  'Enter whole litres from 1 to {max}.': 'Entrez un nombre entier de litres, de 1 à {max}.',
  'No site with a price lies within this distance of the line.':
    'Aucun site avec un prix ne se trouve à cette distance de la ligne.',
  'Choose a customer to see its prices.': 'Choisissez un client pour voir ses prix.',
  'Choose a customer to see its purchases.': 'Choisissez un client pour voir ses achats.',
  'Sites on the way': 'Sites en chemin',
  'Along the line': 'Le long de la ligne',
  'Off the line': 'Écart',
  'A fill of {litres} L with sales tax': 'Plein de {litres} L, taxes comprises',
  Cheapest: 'Le moins cher',
  'No fuel purchases with a price to compare': 'Aucun achat de carburant avec un prix à comparer',
  Within: 'Dans un rayon de',
  'of {paid} paid before sales tax, in {purchases} purchases':
    'sur {paid} payés avant taxes de vente, en {purchases} achats',
  'Each purchase against your cheapest price of the same product and currency within the distance on that day, in a straight line. Not counted: what was credited, and purchases without a price nearby that day; the report under Longer periods says how many.':
    'Chaque achat est comparé à votre prix le plus bas du même produit et de la même devise, dans ce rayon à vol d’oiseau, le même jour. Ne sont pas comptés : ce qui a été crédité et les achats sans prix à proximité ce jour-là; le rapport, sous Périodes plus longues, dit combien.',
  '{along} along, {off} off the line': 'À {along}, écart de {off}',
  'By driver': 'Par chauffeur',
  'By site': 'Par site',
  Missed: 'Manqué',
  'Price lists by e-mail': 'Listes de prix par courriel',
  'Cheapest nearby': 'Le moins cher à proximité',
  'Its price': 'Son prix',
  'Paid before sales tax': 'Payé avant taxes de vente',
} as const satisfies Readonly<Record<string, string>>

/** The French of the service's messages, by key. */
export const frenchMessages = {
  'smart-buy.day-order': 'Le dernier jour ne peut pas précéder le premier.',
  'smart-buy.too-many-days':
    'Choisissez au plus {max} jours. Pour une période plus longue, produisez le rapport Économies manquées.',
  'smart-buy.too-slow':
    'Ce calcul prend trop de temps ici. Choisissez moins de jours ou un rayon plus court, ou produisez le rapport Économies manquées.',
  'smart-buy.unknown-customer': 'Ce client n’existe pas. Choisissez-en un autre.',
  'smart-buy.unknown-town': 'Cette ville n’existe pas. Choisissez-en une autre.',
  'smart-buy.radius': 'Entrez une distance de 1 à {max} km.',
  'smart-buy.no-mail': 'La liste de prix n’est envoyée par courriel qu’aux utilisateurs d’un client.',
  'mail.price-list-ended': 'Le destinataire ne reçoit plus la liste de prix.',
} as const satisfies Readonly<Record<string, string>>
