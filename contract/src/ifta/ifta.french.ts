/** The French of what a worksheet says of itself, by key: for the page, and for the files that the server writes. */
export const frenchIftaNotes = {
  'ifta.no-distances': 'Aucune distance n’a été téléversée pour ce trimestre.',
  'ifta.no-fuel': '{fuel:word}\u00a0: il y a une distance mais aucun carburant, donc aucune moyenne.',
  'ifta.fuel-without-distance': 'Unités avec carburant mais sans distance\u00a0: {count} ({volume} {unit}).',
  'ifta.distance-without-fuel': 'Unités avec distance mais sans carburant\u00a0: {count} ({distance} {unit}).',
  'ifta.no-rate':
    '{fuel:word}\u00a0: aucun taux pour ce trimestre\u00a0: {jurisdictions}. Leur taxe n’est pas calculée.',
  'ifta.not-settled':
    'Unités dont on n’a pas précisé si elles relèvent de l’IFTA\u00a0: {count}. Laissés de côté d’ici là\u00a0: {volume} {unit}, {distance} {length}.',
  'ifta.unknown-unit':
    'Unités des fichiers téléversés qu’aucune carte ni aucun achat ne nomme\u00a0: {count}. Laissés de côté\u00a0: {volume} {unit}, {distance} {length}.',
  'ifta.no-unit': 'Achats de carburant sans unité\u00a0: {count}. Laissés de côté\u00a0: {volume} {unit}.',
  'ifta.unknown-fuel':
    'Unités IFTA dont le type de carburant n’est ni précisé ni déductible de leur carburant\u00a0: {count}. Laissés de côté\u00a0: {volume} {unit}, {distance} {length}.',
  'ifta.other-fuel':
    'Unités IFTA qui ont acheté un autre carburant que le leur\u00a0: {count}. Laissés de côté\u00a0: {volume} {unit}.',
  'ifta.no-province':
    'Carburant d’unités IFTA provenant de lieux sans province ni État\u00a0: {volume} {unit}. Il compte dans le total, mais n’est crédité nulle part.',
  'ifta.odometer-differs':
    'Unités dont la distance téléversée diffère de leurs odomètres de plus de {percent}\u00a0%\u00a0: {count}.',
  'ifta.odometer-odd': 'Unités avec des relevés d’odomètre invraisemblables\u00a0: {count}.',
  'ifta.odometer-unit':
    'Unités dont l’unité d’odomètre n’est pas précisée\u00a0: {count}. Leurs relevés ne peuvent pas être comparés aux distances.',
  'ifta.portal-only':
    'Achats du portail seulement\u00a0: aucun carburant acheté ailleurs n’a été téléversé pour ce trimestre.',
  'ifta.running': 'Le trimestre se termine le {day:day}. Les chiffres sont ceux à ce jour.',
  'ifta.average': '{fuel:word}\u00a0: {distance} {length} ÷ {volume} {unit} = {average:amount} {per:word} en moyenne.',
  'ifta.rate-sources': 'Taux\u00a0: {sources}.',
} as const satisfies Readonly<Record<string, string>>
