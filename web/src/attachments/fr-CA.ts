/** The French of this folder's interface. */
export const french = {
  'No attachments to show': 'Aucune pièce jointe à afficher',
  'Attach a file': 'Joindre un fichier',
  'PDF, pictures, text, CSV and office documents, up to 20 MB. Saved as soon as the upload finishes.':
    'PDF, images, texte, CSV et documents bureautiques, jusqu’à 20 Mo. Le fichier est enregistré dès la fin du téléversement.',
  'Uploading {name}…': 'Téléversement de {name}…',
  'Download {name}': 'Télécharger {name}',
  'Delete {name}': 'Supprimer {name}',
  'This file could not be downloaded.': 'Ce fichier n’a pas pu être téléchargé.',
  'The file will be deleted forever. Do you wish to continue?':
    'Le fichier sera supprimé définitivement. Voulez-vous continuer?',
  Delete: 'Supprimer',
} as const satisfies Readonly<Record<string, string>>

/** The French of the service's messages, by key. */
export const frenchMessages = {
  'file.too-large': 'Ce fichier est trop volumineux.',
  'file.not-picture': 'Choisissez une image PNG, JPEG ou WebP.',
  'file.bad-picture': 'Cette image est illisible\u00a0: elle est endommagée ou compte trop de pixels.',
  'file.damaged': 'Ce fichier est endommagé. Obtenez-en une nouvelle copie et réessayez.',
  'file.not-taken': 'Les fichiers de ce type ne peuvent pas être joints.',
  'file.not-its-type':
    'Le contenu de ce fichier ne correspond pas à son nom. Enregistrez-le de nouveau dans son programme.',
  'file.macros': 'Ce fichier contient des macros ou des programmes. Enregistrez-le sans eux et réessayez.',
  'file.too-many': 'Il y a déjà 50 fichiers ici. Supprimez-en un d’abord.',
  'file.no-room': 'Il n’y a plus de place pour ce fichier. Avisez votre administrateur.',
  'file.cut-off': 'Le téléversement a été interrompu. Veuillez renvoyer le fichier.',
  'file.empty': 'Ce fichier est vide.',
} as const satisfies Readonly<Record<string, string>>
