/** The French of this folder's interface. */
export const french = {
  pieces: 'unités',
  'Release | quarantine': 'Libérer',
  Quarantine: 'Quarantaine',
  'No transactions in quarantine': 'Aucune transaction en quarantaine',
  'Unknown card': 'Carte inconnue',
  'Closed card': 'Carte fermée',
  'Unassigned card': 'Carte non attribuée',
  'Unknown product code': 'Code de produit inconnu',
  'Map codes': 'Associer les codes',
  'Product Codes': 'Codes de produit',
  'No product codes to show': 'Aucun code de produit à afficher',
  'Add product code': 'Ajouter un code de produit',
  'Edit product code': 'Modifier le code de produit',
  'Product code saved': 'Code de produit enregistré',
  'Error while saving the product code': 'Erreur lors de l’enregistrement du code de produit',
  'Mapped a product code': 'A associé un code de produit',
  'Exported the product codes': 'A exporté les codes de produit',
  'This code has not been changed yet.': 'Ce code n’a pas encore été modifié.',
  Code: 'Code',
  Grade: 'Qualité',
  'Provider Statements': 'Relevés des fournisseurs',
  'No statements to show': 'Aucun relevé à afficher',
  'Provider’s statement': 'Relevé du fournisseur',
  'Enter statement': 'Saisir un relevé',
  'Edit statement': 'Modifier le relevé',
  'Choose a statement': 'Choisir un relevé',
  'Tie to statement': 'Rattacher au relevé',
  Statement: 'Relevé',
  'Statement number': 'Numéro du relevé',
  'Statement date': 'Date du relevé',
  'Statement total': 'Total du relevé',
  'Total of its files': 'Total de ses fichiers',
  'Statement saved': 'Relevé enregistré',
  'Error while saving the statement': 'Erreur lors de l’enregistrement du relevé',
  'Added a provider’s statement': 'A ajouté un relevé de fournisseur',
  'Changed a provider’s statement': 'A modifié un relevé de fournisseur',
  'Exported the providers’ statements': 'A exporté les relevés des fournisseurs',
  'Tied files': 'Fichiers rattachés',
  'Explained difference': 'Écart expliqué',
  'No statement has been entered yet.': 'Aucun relevé n’a encore été saisi.',
  'No import is on this statement yet.': 'Aucune importation n’est encore rattachée à ce relevé.',
  '{currency}: not on a statement yet.': '{currency}\u00a0: pas encore rattaché à un relevé.',
  'Remove this import': 'Détacher cette importation',
  'Counted with another file': 'Compté avec un autre fichier',
  'Quarantined at import': 'En quarantaine à l’importation',
  'Explanation of {amount}:': 'Explication de {amount}\u00a0:',
  'Shares the rate of': 'Partage le tarif de',
  'Not mapped': 'Non associé',
  Mapped: 'Associé',
  'Waiting transactions': 'Transactions en attente',
  'Released transactions': 'Transactions libérées',
  Updated: 'Mis à jour',
  'Still waiting: {count}.': 'Encore en attente\u00a0: {count}.',
  'Saving releases and prices the transactions that wait only for this code. Waiting now: {count}.':
    'L’enregistrement libère les transactions qui n’attendent que ce code et en calcule le prix. En attente\u00a0: {count}.',
  'Another product applies to what is imported from now on. Booked transactions keep theirs.':
    'Le nouveau produit s’applique à ce qui sera importé désormais. Les transactions comptabilisées gardent le leur.',
  'Without a shared rate, the code has its own. A change reprices its unbilled transactions.':
    'Sans tarif partagé, le code a le sien. Un changement recalcule le prix de ses transactions non facturées.',
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
  'statement.number-taken': 'Il existe déjà un relevé portant ce numéro dans cette devise. Choisissez-le plutôt.',
  'statement.tied-elsewhere':
    'Une importation est rattachée à un seul relevé par devise. Détachez-la d’abord de l’autre.',
  'statement.unknown-import': 'Choisissez des importations de la liste.',
  'statement.not-booked': '«\u00a0{file}\u00a0» n’est pas une importation de transactions terminée.',
  'statement.other-provider': '«\u00a0{file}\u00a0» n’est pas un fichier de {provider}.',
  'statement.other-currency': '«\u00a0{file}\u00a0» n’a aucune ligne en {currency}.',
  'statement.no-figures': '«\u00a0{file}\u00a0» a été importé avant les rapprochements; ses totaux sont donc inconnus.',
  'quarantine.released': 'Cette transaction a déjà été libérée.',
  'quarantine.skipped': 'Cette transaction a été ignorée. Remettez-la d’abord en quarantaine.',
  'quarantine.waiting': 'Cette transaction est déjà en attente.',
  'quarantine.not-ready':
    'La carte de cette transaction est toujours inconnue, fermée ou non attribuée, ou l’un de ses codes de produit n’est pas associé.',
  'quarantine.product-unknown':
    'Un code de produit de cette transaction n’est pas associé, ou l’est à un carburant alors que sa ligne n’a pas de quantité. Associez-le sous Codes de produit.',
  'product-code.provider': 'Choisissez un fournisseur de carburant.',
  'product-code.same': 'Un code a toujours son propre tarif. Choisissez un autre code, ou aucun.',
  'product-code.rate-code': 'Choisissez un code associé du même fournisseur et du même produit.',
  'product-code.chain': 'Ce code partage lui-même le tarif de {code}. Choisissez plutôt celui-là.',
  'product-code.shared': 'D’autres codes partagent le tarif de celui-ci\u00a0: {codes}. Modifiez-les d’abord.',
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
