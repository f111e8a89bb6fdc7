/** The French of this folder's sentences. */
export const french = {
  'Release | quarantine': 'Libérer',
  Quarantine: 'Quarantaine',
  'No stop waits for its card': 'Aucun arrêt n’attend sa carte',
  'Unknown card': 'Carte inconnue',
  'Closed card': 'Carte fermée',
  'Unassigned card': 'Carte non attribuée',
  'Imported at': 'Importé le',
  Rows: 'Lignes',
  'Release {record}': 'Libérer {record}',
  'Error while Releasing Stop': 'Erreur lors de la libération de l’arrêt',
  'This stop is booked already.': 'Cet arrêt est déjà comptabilisé.',
  'There is still no card with this number. Add the card, then release the stop.':
    'Il n’y a toujours pas de carte avec ce numéro. Ajoutez la carte, puis libérez l’arrêt.',
  'The card was closed before this purchase, so it is not booked. Set the stop aside.':
    'La carte a été fermée avant cet achat, qui n’est donc pas comptabilisé. Mettez l’arrêt de côté.',
  Released: 'Libéré',
  'Set aside': 'Mis de côté',
  'Set aside…': 'Mettre de côté…',
  'Set {record} aside': 'Mettre {record} de côté',
  'Put back': 'Remettre en attente',
  'Put {record} back': 'Remettre {record} en attente',
  'Set a stop aside': 'Mettre un arrêt de côté',
  'It will not be booked and leaves the list of what waits. It stays known, so that no file brings it again, and can be put back.':
    'Il ne sera pas comptabilisé et quitte la liste d’attente. Il reste connu, de sorte qu’aucun fichier ne le ramène, et peut être remis en attente.',
  'The card belongs to no customer at the time of the purchase. Assign it, then release the stop.':
    'La carte n’appartenait à aucun client au moment de l’achat. Attribuez-la, puis libérez l’arrêt.',
  'Add card': 'Ajouter la carte',
  'Open card': 'Ouvrir la carte',
  'Add card {number}': 'Ajouter la carte {number}',
  'Open card {number}': 'Ouvrir la carte {number}',
  'Release Selected': 'Libérer la sélection',
  'Please select stop to Release': 'Veuillez sélectionner un arrêt à libérer',
  'Released: {count}.': 'Libérés : {count}.',
  'Released: {count}. Not released: {failed}.': 'Libérés : {count}. Non libérés : {failed}.',
} as const satisfies Readonly<Record<string, string>>
