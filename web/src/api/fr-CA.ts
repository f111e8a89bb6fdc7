/** The French of this folder's sentences. */
export const french = {
  'There are 50 files here already. Delete one first.': 'Il y a déjà 50 fichiers ici. Supprimez-en un d’abord.',
  'The billing run has begun': 'Le lot de facturation a commencé',
  'Error while starting the Billing Run': 'Erreur lors du démarrage du lot de facturation',
  'Invoice Created Successfully': 'Facture créée avec succès',
  'Error while Creating Invoice': 'Erreur lors de la création de la facture',
  'Some of these transactions cannot be billed.': 'Certaines de ces transactions ne peuvent pas être facturées.',
  'Cards Exported Successfully': 'Cartes exportées avec succès',
  'Error while Exporting Card': 'Erreur lors de l’exportation des cartes',
  'Cards Assign Successfully': 'Cartes attribuées avec succès',
  'Error while Assign Card': 'Erreur lors de l’attribution des cartes',
  'Cards Hold Successfully': 'Cartes suspendues avec succès',
  'Error while Holding Card': 'Erreur lors de la suspension des cartes',
  'Cards Release Successfully': 'Cartes réactivées avec succès',
  'Error while Releasing Card': 'Erreur lors de la réactivation des cartes',
  'Customer Updated Successfully': 'Client modifié',
  'Error while Updating Customer': 'Erreur à la modification du client',
  'Customer Company Created Successfully': 'Entreprise cliente créée',
  'Error while Creating Customer Company': 'Erreur à la création de l’entreprise cliente',
  'Error while Creating Company': 'Erreur à la création de l’entreprise',
  'Company Approved Successfully': 'Entreprise approuvée',
  'Error while Approving Company': 'Erreur à l’approbation de l’entreprise',
  'Company Rejected Successfully': 'Entreprise refusée',
  'Error while Rejecting Company': 'Erreur au refus de l’entreprise',
  'This company does not wait for approval any more.': 'Cette entreprise n’attend plus d’approbation.',
  'Choose CAD or USD.': 'Choisissez CAD ou USD.',
  'Your registration waits for approval. You will get an e-mail when you can sign in.':
    'Votre inscription attend l’approbation. Vous recevrez un courriel dès que vous pourrez vous connecter.',
  'Upload daily rates successfully!': 'Tarifs du jour téléversés avec succès!',
  'Error while uploading daily rates.': 'Erreur lors du téléversement des tarifs du jour.',
  'This picture cannot be read: it is damaged or has too many pixels.':
    'Cette image est illisible\u00a0: elle est endommagée ou compte trop de pixels.',
  'This file is damaged. Get a new copy of it and try again.':
    'Ce fichier est endommagé. Obtenez-en une nouvelle copie et réessayez.',
  'There is no room left to keep this file. Please tell your administrator.':
    'Il n’y a plus de place pour ce fichier. Avisez votre administrateur.',
  'Use digits only.': 'Utilisez seulement des chiffres.',
  'Enter a number.': 'Entrez un nombre.',
  'Enter text.': 'Entrez du texte.',
  'Choose the days, or N/A alone.': 'Choisissez les jours, ou S.O. seulement.',
  'Remove the invisible characters that reverse the text; typing it again does so.':
    'Retirez les caractères invisibles qui inversent le texte\u00a0; le retaper suffit.',
  'Remove the line breaks or control characters.': 'Retirez les sauts de ligne ou les caractères de contrôle.',
  'Operation completed Successfully!': 'Opération réussie!',
  'The import has begun': 'L’importation a commencé',
  'This file cannot be imported.': 'Ce fichier ne peut pas être importé.',
  'This import is not waiting for a decision.': 'Cette importation n’attend pas de décision.',
  'What was imported stays on record.': 'Ce qui a été importé reste consigné.',
  'Invoice Updated Successfully': 'Facture mise à jour',
  'Error while updating Invoice': 'Erreur lors de la mise à jour de la facture',
  'This invoice is void.': 'Cette facture est annulée.',
  'Invoice emailed successfully!': 'Facture envoyée par courriel avec succès!',
  'Error while sending invoice email.': 'Erreur lors de l’envoi de la facture par courriel.',
  'Transaction Created Successfully': 'Transaction créée',
  'Error while Creating Transaction': 'Erreur lors de la création de la transaction',
  'Transaction Updated Successfully': 'Transaction mise à jour',
  'Error while updating Transaction': 'Erreur lors de la mise à jour de la transaction',
  'This purchase is booked already.': 'Cet achat est déjà comptabilisé.',
  'Somebody else is changing markups or purchases at this moment. Try again in a few seconds.':
    'Quelqu’un d’autre modifie des marges ou des achats en ce moment. Réessayez dans quelques secondes.',
  'An import is being booked. Try again when it is done.':
    'Une importation est en cours de comptabilisation. Réessayez quand elle sera terminée.',
  'Another active markup of this company and provider covers some of these days.':
    'Une autre marge active de cette entreprise et de ce fournisseur couvre certains de ces jours.',
  'Only an active markup can be followed by another one.': 'Seule une marge active peut être suivie d’une autre.',
  'Customer Markup Created Successfully': 'Marge client créée',
  'Error while creating markup': 'Erreur pendant la création de la marge',
  'Customer Markup Updated Successfully': 'Marge client mise à jour',
  'Error while updating markup': 'Erreur pendant la mise à jour de la marge',
  'This link has expired or was already used. Please ask for a new one.':
    'Ce lien est expiré ou a déjà servi. Veuillez en demander un nouveau.',
  'Mail will be sent again': 'Le message sera envoyé de nouveau',
  'Error while sending Mail again': 'Erreur lors du nouvel envoi du message',
  'Only mail that failed or was kept, and is still valid, can be sent again.':
    'Seul un message échoué ou conservé, et encore valide, peut être envoyé de nouveau.',
  'Invoice Payment Created Successfully': 'Paiement de la facture créé avec succès',
  'Error while creating Invoice Payment': 'Erreur lors de la création du paiement de la facture',
  'Invoice Payment Reversed Successfully': 'Paiement de la facture contre-passé avec succès',
  'Error while reversing Invoice Payment': 'Erreur lors de la contre-passation du paiement',
  'The amount due has changed meanwhile. Look at it again before you save.':
    'Le montant dû a changé entre-temps. Regardez-le de nouveau avant d’enregistrer.',
  'An invoice is paid in its own currency.': 'Une facture est payée dans sa propre devise.',
  'The payment date lies in the future.': 'La date du paiement est dans le futur.',
  'This invoice is of another company.': 'Cette facture est celle d’une autre entreprise.',
  'A Draft cannot be paid. Send the invoice first.': 'Un brouillon ne peut pas être payé. Envoyez d’abord la facture.',
  'This invoice is fully paid.': 'Cette facture est entièrement payée.',
  'A void invoice cannot be paid.': 'Une facture annulée ne peut pas être payée.',
  'This payment was reversed already.': 'Ce paiement a déjà été contre-passé.',
  'A reversal cannot be reversed. Register the payment again.':
    'Une contre-passation ne peut pas être contre-passée. Enregistrez le paiement de nouveau.',
  'Your provider holds this card until the account is in order.':
    'Votre fournisseur retient cette carte jusqu’à ce que le compte soit en règle.',
  'This e-mail cannot be used.': 'Cette adresse courriel ne peut pas être utilisée.',
  'Tax Rate Created Successfully': 'Taux de taxe créé avec succès',
  'Error while Creating Tax Rate': 'Erreur lors de la création du taux de taxe',
  'On some of these days another rate of this tax holds.':
    'Un autre taux de cette taxe est en vigueur certains de ces jours.',
  'Tax Region Updated Successfully': 'Région fiscale modifiée avec succès',
  'Error while updating Tax Region': 'Erreur lors de la modification de la région fiscale',
  'Transactions Accepted Successfully': 'Transactions acceptées',
  'Error while Accepting Transaction': 'Erreur lors de l’acceptation de la transaction',
  'Acceptance undone': 'Acceptation annulée',
  'Error while undoing the acceptance': 'Erreur lors de l’annulation de l’acceptation',
  'None of these transactions is accepted.': 'Aucune de ces transactions n’est acceptée.',
  'This card has transactions, so it cannot be deleted. Close it instead.':
    'Cette carte a des transactions et ne peut pas être supprimée. Fermez-la plutôt.',
  'This transaction is invoiced and cannot be changed. Correct it by a credit and a new transaction.':
    'Cette transaction est facturée et ne peut plus changer. Corrigez-la par un crédit et une nouvelle transaction.',
  'Another transaction reverses this one. Delete that one first.':
    'Une autre transaction annule celle-ci. Supprimez d’abord l’autre.',
  'None of these transactions waits to be accepted.': 'Aucune de ces transactions n’attend d’être acceptée.',
  'Stop Released Successfully': 'Arrêt libéré avec succès',
  'This file was imported before, and all of it came in.': 'Ce fichier a déjà été importé en entier.',
  'This stop was released already.': 'Cet arrêt a déjà été libéré.',
  'The card of this stop is not in order yet.': 'La carte de cet arrêt n’est pas encore en règle.',
  'This stop was set aside. Put it back first.': 'Cet arrêt a été mis de côté. Remettez-le d’abord en attente.',
  'This stop waits already.': 'Cet arrêt attend déjà.',
  'Stop Set Aside Successfully': 'Arrêt mis de côté avec succès',
  'Error while Setting Stop Aside': 'Erreur lors de la mise de côté de l’arrêt',
  'Stop Put Back Successfully': 'Arrêt remis en attente avec succès',
  'Error while Putting Stop Back': 'Erreur lors de la remise en attente de l’arrêt',
  'User Created Successfully': 'Utilisateur créé',
  'Error while Creating User': 'Erreur à la création de l’utilisateur',
  'User Updated Successfully': 'Utilisateur modifié',
  'Error while updating User': 'Erreur à la modification de l’utilisateur',
  'This person may do more than you. Somebody who may do as much has to do this.':
    'Cette personne peut faire plus que vous. Quelqu’un qui peut en faire autant doit s’en charger.',
  'This is the last active Admin of the company. Make somebody else an Admin first.':
    'C’est le dernier administrateur actif de l’entreprise. Nommez d’abord un autre administrateur.',
  'You cannot delete your own account.': 'Personne ne peut se supprimer soi-même.',
  'You are not in a switched account.': 'Vous n’êtes pas dans un autre compte.',
  'Invalid Credential Please try again.': 'Identifiants incorrects. Veuillez réessayer.',
  'Too many attempts. Please wait a little and try again.':
    'Trop de tentatives. Veuillez patienter un peu, puis réessayer.',
  'Some fields need attention.': 'Certains champs sont à corriger.',
  'Please sign in.': 'Veuillez vous connecter.',
  "You don't have permission to do this, contact your administrator.":
    'Vous n’avez pas la permission de faire ceci, communiquez avec votre administrateur.',
  'This record does not exist, or you cannot see it.':
    'Cet enregistrement n’existe pas, ou vous ne pouvez pas le voir.',
  'Somebody else changed this record while you were editing. Reload it to see the current values.':
    'Quelqu’un d’autre a modifié cet enregistrement pendant que vous y travailliez. Rechargez-le pour voir les valeurs actuelles.',
  'Some of the changed fields cannot be changed.': 'Certains des champs modifiés ne peuvent pas l’être.',
  'The change conflicts with another record.': 'La modification est en conflit avec un autre enregistrement.',
  'The list is too long to fetch unpaged. Narrow it with a filter, or page through it.':
    'La liste est trop longue pour être obtenue en entier. Réduisez-la avec un filtre ou parcourez-la par pages.',
  'The service is not available right now. Please try again in a moment.':
    'Le service n’est pas disponible en ce moment. Veuillez réessayer bientôt.',
  'Something went wrong on our side. It has been recorded.':
    'Une erreur est survenue de notre côté. Elle a été consignée.',
  'ManageCard Created Successfully': 'Carte créée avec succès',
  'Error while Creating ManageCard': 'Erreur lors de la création de la carte',
  'ManageCard Updated Successfully': 'Carte mise à jour avec succès',
  'Error while updating ManageCard': 'Erreur lors de la mise à jour de la carte',
  'A card with this number already exists.': 'Une carte portant ce numéro existe déjà.',
  'A closed card cannot be changed.': 'Une carte fermée ne peut pas être modifiée.',
  'The file did not arrive whole. Please send it again.':
    'Le fichier n’est pas arrivé en entier. Veuillez le renvoyer.',
  'Internal server error (TypeError). You are offline. Nothing you typed is lost; try again once you are connected.':
    'Erreur interne du serveur (TypeError). Vous êtes hors ligne. Rien de ce que vous avez saisi n’est perdu; réessayez une fois la connexion rétablie.',
  'Letters, digits and . _ % + - before the @, and an ending of {n0} to {n1} letters.':
    'Des lettres, des chiffres et . _ % + - avant le @, et une terminaison de {n0} à {n1} lettres.',
  'Exactly {n0} digits, such as {n1}.': 'Exactement {n0} chiffres, comme {n1}.',
  'Enter it as 123456789RT0001, or leave it empty.': 'Entrez-le sous la forme 123456789RT0001, ou laissez vide.',
  'Enter it as 1234567890TQ0001, or leave it empty.': 'Entrez-le sous la forme 1234567890TQ0001, ou laissez vide.',
  'Card Ids': 'Identifiants des cartes',
  'Choose at most {n0},{n1} cards at once.': 'Choisissez au plus {n0} {n1} cartes à la fois.',
  '{n0} of {n1} cards is closed. A closed card cannot be changed, so nothing was.':
    '{n0} carte sur {n1} est fermée. Une carte fermée ne peut pas être modifiée, donc rien ne l’a été.',
  '{n0} of {n1} cards are closed. A closed card cannot be changed, so nothing was.':
    '{n0} cartes sur {n1} sont fermées. Une carte fermée ne peut pas être modifiée, donc rien ne l’a été.',
  '{count} transactions': '{count} transactions',
  'The file is larger than {n0},{n1},{n2} bytes.': 'Le fichier dépasse {n0} {n1} {n2} octets.',
  'The price moved by more than {n0} %: from {n1} to {n2}.': 'Le prix a bougé de plus de {n0} %\u00a0: de {n1} à {n2}.',
  'Nothing was imported: {n0} of {n1} rows has an error.':
    'Rien n’a été importé\u00a0: {n0} ligne sur {n1} comporte une erreur.',
  'Nothing was imported: {n0} of {n1} rows have errors.':
    'Rien n’a été importé\u00a0: {n0} lignes sur {n1} comportent des erreurs.',
  'The same site, product and day also stand in row {n0}.':
    'Le même site, produit et jour figurent aussi à la ligne {n0}.',
  'There is no such day.': 'Ce jour n’existe pas.',
  'This day is more than {n0} days ahead.': 'Ce jour est à plus de {n0} jours d’ici.',
  'A rate can hold for at most {n0} days.': 'Un tarif dure au plus {n0} jours.',
  'Use {n0} to {n1} digits.': 'Utilisez de {n0} à {n1} chiffres.',
  'Use at least {n0} characters.': 'Utilisez au moins {n0} caractères.',
  'Use at most {n0} decimals.': 'Utilisez au plus {n0} décimales.',
  'Must be {n0} or more.': 'Doit être {n0} ou plus.',
  'Must be {n0} or less.': 'Doit être {n0} ou moins.',
  'Internal server error (TypeError)': 'Erreur interne du serveur (TypeError)',
  'The database was not available, 3 times over, so nothing of the file was imported. Upload it again.':
    'La base de données n’était pas disponible, à 3 reprises; rien du fichier n’a donc été importé. Téléversez-le de nouveau.',
  Delivery: 'Envoi',
  'INV-{n0}-{n1}: An invoice cannot be sent before its issued date. Choose today or an earlier day.':
    'INV-{n0}-{n1}\u00a0: une facture ne peut pas être envoyée avant sa date d’émission. Choisissez aujourd’hui ou un jour antérieur.',
  'Issued Date': 'Date d’émission',
  'Due Date': 'Date d’échéance',
  'Start Date': 'Date de début',
  'End Date': 'Date de fin',
  'Total Amount': 'Montant total',
  'Transaction Count': 'Nombre de transactions',
  'A transaction has at most {n0} lines.': 'Une transaction a au plus {n0} lignes.',
  'Enter a quantity other than {n0}.': 'Saisissez une quantité autre que {n0}.',
  'Of the purchase that is taken back {n0} is left.': 'De l’achat repris, il reste {n0}.',
  'Of the purchase that is taken back a quantity of {n0} is left.': 'De l’achat repris, il reste une quantité de {n0}.',
  'The purchase that is taken back is in CAD.': 'L’achat repris est en CAD.',
  'The purchase that is taken back is in USD.': 'L’achat repris est en USD.',
  'The date cannot be before {d0}.': 'La date ne peut pas précéder le {d0}.',
  'This company already has an active markup for this provider from {d0} on.':
    'Cette entreprise a déjà une marge active pour ce fournisseur à partir du {d0}.',
  'This company already has an active markup for this provider from {d0} to {d1}.':
    'Cette entreprise a déjà une marge active pour ce fournisseur du {d0} au {d1}.',
  'Choose a day after {d0}, when this markup begins.': 'Choisissez un jour après le {d0}, où cette marge commence.',
  'Choose a day up to {d0}, when this markup ends.': 'Choisissez un jour jusqu’au {d0}, où cette marge prend fin.',
  'The amount due is now {n0}. Close this and open it again.':
    'Le montant dû est maintenant de {n0}. Fermez ceci et ouvrez-le de nouveau.',
  'Another rate of this tax begins on {d0}: this one has to end before it.':
    'Un autre taux de cette taxe commence le {d0}\u00a0: celui-ci doit prendre fin avant.',
  'The rate it takes over from ends on {d0}: this one has to hold until then.':
    'Le taux qu’il remplace prend fin le {d0}\u00a0: celui-ci doit durer jusque-là.',
  'Repriced Transactions': 'Transactions recalculées',
  'Repriced Difference': 'Différence',
  'This password is among the first that are tried. Choose another one.':
    'Ce mot de passe est parmi les premiers que l’on essaie. Choisissez-en un autre.',
} as const satisfies Readonly<Record<string, string>>
