import { frenchExceptionWords } from '@portal/contract/exceptions/exception-words.french.ts'

/** The French of exceptions: English keys, French of Québec. */
export const french = {
  ...frenchExceptionWords,
  Rule: 'Règle',
  Severity: 'Gravité',
  Severe: 'Grave',
  Notice: 'Avis',
  Finding: 'Constat',
  Found: 'Trouvée',
  Verdict: 'Verdict',
  'Customer’s verdict': 'Verdict du client',
  'Customer’s note': 'Note du client',
  'Provider’s verdict': 'Verdict du fournisseur',
  'Other auth code': 'Autre code d’autorisation',
  'Transaction no': 'Nº de transaction',
  'To judge': 'À juger',
  Confirmed: 'Confirmée',
  Dismissed: 'Écartée',
  'Confirm…': 'Confirmer…',
  'Dismiss…': 'Écarter…',
  'Confirm the exception of {record}': 'Confirmer l’exception de {record}',
  'Dismiss the exception of {record}': 'Écarter l’exception de {record}',
  'Confirm exception': 'Confirmer l’exception',
  'Dismiss exception': 'Écarter l’exception',
  'No exceptions': 'Aucune exception',
  'Found before numbers were kept.': 'Trouvée avant que les chiffres soient conservés.',
  'The provider sees your verdict and decides.': 'Le fournisseur voit votre verdict et décide.',
  'The transaction is already invoiced and stays as it is.': 'La transaction est déjà facturée et reste telle quelle.',
  'It does not keep the transaction out of billing.': 'Elle n’empêche pas la facturation de la transaction.',
  'The transaction stays out of billing until it is accepted.':
    'La transaction n’est pas facturée tant qu’elle n’est pas acceptée.',
  'With the last dismissal, the transaction is accepted for billing, unless it waits for something else.':
    'Lorsque la dernière exception est écartée, la transaction est acceptée pour la facturation, sauf si elle attend autre chose.',
  'The transaction is accepted for billing.': 'La transaction est acceptée pour la facturation.',
  'Verdict saved': 'Verdict enregistré',
  'Error while saving the verdict': 'Erreur lors de l’enregistrement du verdict',
  Thresholds: 'Seuils',
  Threshold: 'Seuil',
  'Portal’s own': 'Du portail',
  'List of Exceptions': 'Liste des exceptions',
  'Add thresholds': 'Ajouter des seuils',
  'Edit thresholds': 'Modifier les seuils',
  'Edit the thresholds of {record}': 'Modifier les seuils de {record}',
  'or customer': 'ou client',
  'An empty field takes the provider’s threshold, or else the portal’s own. They apply to what is booked from now on.':
    'Un champ vide prend le seuil du fournisseur, sinon celui du portail. Les seuils s’appliquent à ce qui est comptabilisé à partir de maintenant.',
  'Thresholds saved': 'Seuils enregistrés',
  'Error while saving the thresholds': 'Erreur lors de l’enregistrement des seuils',
  'Distance between two sites (km)': 'Distance entre deux sites (km)',
  'Speed between two sites (km/h)': 'Vitesse entre deux sites (km/h)',
  'More than the usual largest fill (%)': 'Au-delà du plus grand plein habituel (%)',
  'DEF as a share of diesel, at least (‰)': 'FED par rapport au diesel, au moins (‰)',
  'DEF as a share of diesel, at most (‰)': 'FED par rapport au diesel, au plus (‰)',
  'Odometer change in a day (km)': 'Variation de l’odomètre en un jour (km)',
  'Night from (hour)': 'Nuit à partir de (heure)',
  'Night to (hour)': 'Nuit jusqu’à (heure)',
  'Same code within (days)': 'Même code en moins de (jours)',
  'Same purchase within (minutes)': 'Même achat en moins de (minutes)',
  'Quantity of a transaction (L)': 'Quantité d’une transaction (L)',
  'Price difference from the median (%)': 'Écart du prix à la médiane (%)',
  'Judged an exception': 'A jugé une exception',
  'Exported the exceptions': 'A exporté les exceptions',
  'Changed the thresholds of exceptions': 'A modifié les seuils des exceptions',
} as const satisfies Readonly<Record<string, string>>

/** The French of the service's messages, by key. */
export const frenchMessages = {
  'exception.on-hold': 'La carte était suspendue lorsque l’achat a été comptabilisé.',
  'exception.limit-fuel':
    'Achat de {bought} {unit}; il restait {left} {unit} de la limite hebdomadaire de carburant de {limit} {unit}.',
  'exception.limit-product':
    'Achat de carburant de {bought:amount}; il restait {left:amount} de la limite hebdomadaire de {limit:amount}.',
  'exception.limit-reefer':
    'Achat de {bought} {unit} de carburant frigorifique; il restait {left} {unit} de la limite hebdomadaire de {limit} {unit}.',
  'exception.limit-cash': 'Avance de {bought:amount}; il restait {left:amount}, avec une limite de {limit:amount}.',
  'exception.limit-day': 'Achat de {bought} gal de carburant ce jour-là; la limite quotidienne est de {limit} gal.',
  'exception.wrong-product': 'La carte ne permet pas d’acheter\u00a0: {product:word}.',
  'exception.interval': 'La carte a été utilisée à deux sites à {minutes} min d’intervalle.',
  'exception.distance': 'La carte a été utilisée à deux sites distants de {km} km, à {minutes} min d’intervalle.',
  'exception.tank': 'Achat de {bought} L; le réservoir de l’unité {vehicle} a une capacité de {size} L.',
  'exception.fills':
    'Achat de {bought} L; le deuxième plus grand des 20 derniers pleins était de {size} L ({percent}\u00a0% de plus est courant).',
  'exception.def-ratio': '{def} L de FED pour {diesel} L de diesel sur cinq pleins\u00a0: {percent}\u00a0%.',
  'exception.odometer-back': 'L’odomètre a reculé de {before} à {now} {unit}.',
  'exception.odometer-jump': 'L’odomètre est passé de {before} à {now} {unit}; jours écoulés\u00a0: {days}.',
  'exception.night-first': 'Premier achat de la carte à ce site, à {time} la nuit.',
  'exception.duplicate-code':
    'Le même fournisseur et le même code sont déjà comptabilisés; jours d’écart\u00a0: {days}.',
  'exception.duplicate-day': 'Le même fournisseur et le même code sont déjà comptabilisés, le même jour.',
  'exception.duplicate-card':
    'La carte a acheté les mêmes {quantity} {unit} ({product:word}) à ce site, à {minutes} min d’intervalle.',
  'exception.below-cost':
    '{product:word}\u00a0: facturé {price:price} {currency} avant la taxe de vente, pour un coût de {cost:price} {currency}.',
  'exception.provider-price':
    '{product:word}\u00a0: le fournisseur a exigé {price:price} {currency}; son tarif publié est de {rate:price} {currency}.',
  'exception.unlikely-quantity': 'Achat de {bought} L en une seule fois; plus de {size} L est improbable.',
  'exception.unlikely-price':
    '{product:word}\u00a0: le prix du fournisseur de {price:price} {currency} s’écarte de {percent}\u00a0% de sa médiane du jour, {median:price} {currency} ({prices} prix).',
  'exception.unlikely-price-plain': '{product:word}\u00a0: le prix est loin du prix habituel du jour.',
  'exception.needs-update':
    'Votre verdict a un effet sur la facturation; il exige donc l’autorisation de modifier les transactions.',
  'threshold.owner': 'Choisissez un client ou un fournisseur de carburant, pas les deux.',
  'threshold.owner-missing': 'Choisissez un client ou un fournisseur de carburant.',
  'threshold.def-order': 'Utilisez {least} ou plus\u00a0: c’est le seuil «\u00a0au moins\u00a0» qui s’applique.',
} as const satisfies Readonly<Record<string, string>>
