/** The French of this folder's interface. */
export const french = {
  pieces: 'unités',
  'Release | quarantine': 'Libérer',
  Quarantine: 'Quarantaine',
  'No transactions in quarantine': 'Aucune transaction en quarantaine',
  'Unknown card': 'Carte inconnue',
  'Closed card': 'Carte fermée',
  'Unassigned card': 'Carte non attribuée',
  'Imported at': 'Importé le',
  Rows: 'Lignes',
  'Release {record}': 'Libérer {record}',
  'Error while releasing from quarantine': 'Erreur lors de la libération de la quarantaine',
  Released: 'Libérée',
  Skipped: 'Ignorée',
  'Skip…': 'Ignorer…',
  'Skip {record}': 'Ignorer {record}',
  'Return to quarantine': 'Remettre en quarantaine',
  'Return {record} to quarantine': 'Remettre {record} en quarantaine',
  'Skip transaction': 'Ignorer la transaction',
  'It will not be booked. Later files will skip it. You can return it to quarantine.':
    'Elle ne sera pas comptabilisée. Les fichiers suivants l’ignoreront. Vous pourrez la remettre en quarantaine.',
  'Add card': 'Ajouter la carte',
  'Open card': 'Ouvrir la carte',
  'Add card {number}': 'Ajouter la carte {number}',
  'Open card {number}': 'Ouvrir la carte {number}',
  'Release Selected': 'Libérer la sélection',
  'Please select a transaction to release.': 'Veuillez sélectionner une transaction à libérer.',
  'Transactions released: {count}.': 'Transactions libérées\u00a0: {count}.',
  'Transactions released: {count}. Not released: {failed}.':
    'Transactions libérées\u00a0: {count}. Non libérées\u00a0: {failed}.',
} as const satisfies Readonly<Record<string, string>>

/** The French of the service's messages, by key. */
export const frenchMessages = {
  'quarantine.released': 'Cette transaction a déjà été libérée.',
  'quarantine.skipped': 'Cette transaction a été ignorée. Remettez-la d’abord en quarantaine.',
  'quarantine.waiting': 'Cette transaction est déjà en attente.',
  'quarantine.not-ready': 'La carte de cette transaction est toujours inconnue, fermée ou non attribuée.',
  'quarantine.card-unknown':
    'Il n’y a toujours aucune carte portant ce numéro. Ajoutez la carte, puis libérez la transaction.',
  'quarantine.card-closed':
    'La carte a été fermée avant cet achat, qui ne peut donc pas être comptabilisé. Ignorez la transaction.',
  'quarantine.card-unassigned':
    'La carte n’était attribuée à aucun client au moment de l’achat. Attribuez-la, puis libérez la transaction.',
  'quarantine.booked': 'Cette transaction est déjà comptabilisée.',
  'booking.provider': 'Choisissez un fournisseur.',
  'booking.other-provider':
    'Ce fichier est du fournisseur {other}, et non {chosen}. Choisissez {other} comme fournisseur et importez-le de nouveau.',
  'booking.date-form': 'Entrez la date sous la forme {formats:or}.',
  'booking.date-ambiguous': 'Cette date peut se lire de deux façons. Entrez la date sous la forme {formats:or}.',
  'booking.date-future': 'Cette date est dans le futur.',
  'booking.date-too-old': 'Cette date est trop ancienne.',
  'booking.time-form': 'Entrez l’heure sous la forme HH:mm.',
  'booking.too-large': 'Ce nombre est trop grand.',
  'booking.card-digits': 'Un numéro de carte a de 6 à 19 chiffres.',
  'booking.province': 'Ce n’est ni une province ni un État.',
  'booking.currency': 'Entrez CAD ou USD.',
  'booking.other-currency':
    '{provider} facture en {currency}. Retirez du fichier les lignes dans une autre devise et saisissez-les à la main.',
  'booking.unit': 'Entrez L ou GAL.',
  'booking.other-unit': '{provider} utilise {unit}.',
  'booking.zero': 'Ne doit pas être 0.',
  'booking.amount-differs':
    'La quantité, le prix et les taxes de cette ligne donnent {amount:amount}. Demandez un fichier corrigé au fournisseur.',
  'booking.parts-differ':
    'Les éléments de cette ligne donnent {amount:amount}. Demandez un fichier corrigé au fournisseur.',
  'booking.nothing-bought': 'Rien n’a été acheté dans cette ligne.',
  'booking.cost-without-quantity': 'Cette ligne a un coût, mais aucune quantité.',
  'booking.amount-without-product': 'Cette ligne a un montant, mais aucun code de produit.',
  'booking.product':
    '{provider} n’utilise pas ce code de produit ici. Demandez au fournisseur de le corriger, ou saisissez l’achat à la main.',
  'booking.code-too-long': 'Le jour, l’indicateur et le numéro réunis dépassent {max} caractères.',
  'booking.cell-rejected': '{column}\u00a0: {reason:message}',
  'booking.row-rejected': 'La ligne {row:plain} de la même transaction a été rejetée. {reason:message}',
  'booking.two-currencies':
    'Les lignes de cette transaction sont en deux devises. Demandez un fichier corrigé au fournisseur.',
  'booking.two-sites':
    'Les lignes de cette transaction ont des sites différents. Demandez un fichier corrigé au fournisseur.',
  'booking.two-provinces':
    'Les lignes de cette transaction ont des provinces différentes. Demandez un fichier corrigé au fournisseur.',
  'booking.too-many-rows': 'Plus de {max} lignes ont ce code. Demandez un fichier corrigé au fournisseur.',
  'booking.credit-in-quarantine':
    'Un crédit avec ce code et ce jour est déjà en quarantaine, avec une autre quantité, un autre montant ou une autre carte. Libérez-le d’abord, puis importez ce fichier de nouveau.',
  'booking.credit-booked':
    'Un crédit avec ce code et ce jour est déjà comptabilisé, avec une autre quantité, un autre montant ou une autre carte. S’il s’agit d’un autre crédit, saisissez-le à la main sous un autre code.',
  'booking.purchase-in-quarantine':
    'Cet achat est déjà en quarantaine, avec une autre quantité, un autre montant ou une autre carte. Libérez-le d’abord, puis importez ce fichier de nouveau.',
  'booking.purchase-booked':
    'Cet achat est déjà comptabilisé, avec une autre quantité, un autre montant ou une autre carte. Si le fournisseur l’a corrigé, supprimez d’abord l’achat comptabilisé, ou saisissez la différence à la main.',
  'booking.original-in-quarantine':
    'L’achat que cette ligne crédite est en quarantaine. Libérez-le, puis importez ce fichier de nouveau.',
  'booking.original-to-release': 'L’achat que cette ligne crédite est en quarantaine. Libérez-le d’abord.',
  'booking.original-missing':
    'Cette ligne crédite un achat qui n’a jamais été importé pour cette carte. Importez d’abord le fichier de l’achat.',
  'booking.original-rejected':
    'L’achat que cette ligne crédite a été rejeté. Corrigez-le, puis importez le fichier de nouveau.',
  'booking.credit-currency':
    'Ce crédit est en {credit}, mais l’achat était en {purchase}. Demandez un fichier corrigé au fournisseur, ou saisissez le crédit à la main.',
  'booking.credit-province':
    'Ce crédit est en {credit}, mais l’achat était en {purchase}. Une transaction a lieu à un seul endroit. Demandez un fichier corrigé au fournisseur, ou saisissez le crédit à la main.',
  'booking.credit-unit':
    'Ce crédit est en {credit:word}, mais l’achat était en {purchase:word}. Demandez un fichier corrigé au fournisseur, ou saisissez le crédit à la main.',
  'booking.credit-by-hand':
    'Un crédit de cet achat a été saisi ou modifié à la main. Entrez aussi celui-ci à la main, ou supprimez l’autre et importez le fichier de nouveau.',
  'booking.credit-too-large':
    'Cette ligne crédite plus que ce qui reste de l’achat. Si le reste a déjà été crédité autrement, retirez la ligne.',
} as const satisfies Readonly<Record<string, string>>
