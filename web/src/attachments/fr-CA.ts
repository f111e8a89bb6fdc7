/** The French of this folder's sentences. */
export const french = {
  'No attachments to show': 'Aucune pièce jointe à afficher',
  'Attach a file': 'Joindre un fichier',
  'Up to 20 MB. It is kept as soon as it has arrived.': 'Jusqu’à 20 Mo. Le fichier est conservé dès son arrivée.',
  'Sending {name}…': 'Envoi de {name}…',
  'This file is empty.': 'Ce fichier est vide.',
  'Download {name}': 'Télécharger {name}',
  'Delete {name}': 'Supprimer {name}',
  'This file could not be downloaded.': 'Ce fichier n’a pas pu être téléchargé.',
  'The file will be deleted forever. Do you wish to continue?':
    'Le fichier sera supprimé définitivement. Voulez-vous continuer?',
  Delete: 'Supprimer',
} as const satisfies Readonly<Record<string, string>>
