/** The French of IFTA, by the English text. */
export const french = {
  'IFTA worksheet': 'Feuille de calcul IFTA',
  'IFTA: distances, fuel and rates': 'IFTA\u00a0: distances, carburant et taux',
  'The files of a quarter, what is missing, and the worksheet as it stands':
    'Les fichiers d’un trimestre, ce qui manque et la feuille de calcul dans son état actuel',
  'IFTA file': 'Fichier IFTA',
  Quarter: 'Trimestre',
  'Q{number} {year}': 'T{number} {year}',
  'Base jurisdiction': 'Administration de base',
  'Canada: km, litres, CAD': 'Canada\u00a0: km, litres, CAD',
  'United States: miles, gallons, USD': 'États-Unis\u00a0: milles, gallons, USD',
  'Choose a customer to see its worksheet.': 'Choisissez un client pour voir sa feuille de calcul.',
  'No distance and no fuel of IFTA units in this quarter.':
    'Aucune distance et aucun carburant d’unités IFTA pour ce trimestre.',
  Distances: 'Distances',
  'Fuel bought elsewhere': 'Carburant acheté ailleurs',
  'IFTA rates': 'Taux IFTA',
  'Before you file': 'Avant de produire la déclaration',
  'Nothing is missing.': 'Il ne manque rien.',
  'Missing | ifta': 'Manquant',
  Question: 'Question',
  'Show the units': 'Afficher les unités',
  'Distance ({unit})': 'Distance ({unit})',
  'Odometers ({unit})': 'Odomètres ({unit})',
  'Fuel ({unit})': 'Carburant ({unit})',
  'Total distance ({unit})': 'Distance totale ({unit})',
  'Total fuel ({unit})': 'Carburant total ({unit})',
  'Average (km/L)': 'Moyenne (km/L)',
  'Average (mpg)': 'Moyenne (mi/gal)',
  'Tax due': 'Taxe à payer',
  'Taxable distance ({unit})': 'Distance imposable ({unit})',
  'Bought ({unit})': 'Acheté ({unit})',
  'Tax paid ({unit})': 'Taxe payée ({unit})',
  'Taxable ({unit})': 'Imposable ({unit})',
  'Net taxable ({unit})': 'Imposable net ({unit})',
  Jurisdiction: 'Administration',
  'By jurisdiction': 'Par administration',
  'No province or state': 'Sans province ni État',
  Mexico: 'Mexique',
  'No tax': 'Sans taxe',
  'Worksheet of {fuel}': 'Feuille de calcul\u00a0: {fuel}',
  'Rates: {sources}': 'Taux\u00a0: {sources}',
  'Fuel by unit and jurisdiction': 'Carburant par unité et administration',
  'Fuel purchases': 'Achats de carburant',
  'Reefer fuel, in no worksheet: {volume} {unit}':
    'Carburant frigorifique, dans aucune feuille de calcul\u00a0: {volume} {unit}',
  'Portal ({unit})': 'Portail ({unit})',
  'Elsewhere ({unit})': 'Ailleurs ({unit})',
  'No unit': 'Sans unité',
  'Files of the quarter': 'Fichiers du trimestre',
  'Files of {quarter}': 'Fichiers, {quarter}',
  '1 row': '1 ligne',
  '{count} rows': '{count} lignes',
  'No file yet': 'Aucun fichier pour l’instant',
  'Template: {name}': 'Modèle\u00a0: {name}',
  'Upload: {name}': 'Téléverser\u00a0: {name}',
  'CSV, at most 5 MB, with the columns {columns}. Optional: {others}.':
    'CSV, 5\u00a0Mo au plus, avec les colonnes {columns}. Facultatif\u00a0: {others}.',
  Store: 'Enregistrer le fichier',
  Replace: 'Remplacer',
  'Unknown units': 'Unités inconnues',
  'Replaces {file} ({rows}), uploaded {at}.': 'Remplace {file} ({rows}), téléversé le {at}.',
  'No card and no purchase names these units, so the worksheet leaves them out: {units}':
    'Aucune carte ni aucun achat ne nomme ces unités; la feuille de calcul les laisse de côté\u00a0: {units}',
  'Columns that are not read: {columns}': 'Colonnes qui ne sont pas lues\u00a0: {columns}',
  'This very file is stored already. There is nothing to do.': 'Ce fichier est déjà enregistré. Il n’y a rien à faire.',
  'A file with an error is not stored. Correct the rows below and choose it again.':
    'Un fichier avec une erreur n’est pas enregistré. Corrigez les lignes ci-dessous et choisissez-le de nouveau.',
  'Of it taxable': 'Dont imposable',
  'Of it tax paid': 'Dont taxe payée',
  Surcharge: 'Surtaxe',
  'Distances stored': 'Distances enregistrées',
  'Error while storing the distances': 'Erreur lors de l’enregistrement des distances',
  'Fuel bought elsewhere stored': 'Carburant acheté ailleurs enregistré',
  'Error while storing the fuel': 'Erreur lors de l’enregistrement du carburant',
  'IFTA rates stored': 'Taux IFTA enregistrés',
  'Error while storing the IFTA rates': 'Erreur lors de l’enregistrement des taux IFTA',
  'Uploaded distances for IFTA': 'A téléversé des distances pour l’IFTA',
  'Uploaded fuel bought elsewhere for IFTA': 'A téléversé du carburant acheté ailleurs pour l’IFTA',
  'Uploaded IFTA rates': 'A téléversé des taux IFTA',
} as const satisfies Readonly<Record<string, string>>

/** The French of the service's messages, by key. */
export const frenchMessages = {
  'ifta.quarter': 'Entrez un trimestre sous la forme 2026Q3.',
  'ifta.company': 'Choisissez le client.',
  'ifta.changed-meanwhile':
    'Un autre fichier a été téléversé pour ce trimestre entre-temps. Demandez un nouvel aperçu du vôtre.',
  'ifta.jurisdiction': 'Ni province, ni État, ni MX. Utilisez ses deux lettres, comme ON ou NY.',
  'ifta.taxable': 'La distance imposable dépasse la distance.',
  'ifta.rate-currency': 'Les taux par litre sont en CAD, les taux par gallon en USD.',
  'ifta.rate-outside': 'Cette administration n’est pas membre de l’IFTA.',
  'ifta.rate-twice':
    'La ligne {row:plain} contient déjà le taux de cette administration, de ce carburant et de cette unité.',
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
} as const satisfies Readonly<Record<string, string>>
