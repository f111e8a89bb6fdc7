/** The French of pictures and files, a part of the catalogue. */
export const frenchOfFiles: Readonly<Record<string, string>> = {
  Picture: 'Photo',
  'Company Logo': 'Logo de l’entreprise',
  'Choose a picture': 'Choisir une image',
  'Choose another': 'En choisir une autre',
  'Not saved yet': 'Pas encore enregistrée',
  'PNG, JPEG or WebP, up to 5 MB.': 'PNG, JPEG ou WebP, jusqu’à 5 Mo.',
  'Use this picture': 'Utiliser cette image',
  'Choose a PNG, JPEG or WebP picture.': 'Choisissez une image PNG, JPEG ou WebP.',
  'This file is too large.': 'Ce fichier est trop volumineux.',
  'This picture cannot be read: it is damaged or has too many pixels.': 'Cette image est illisible : elle est endommagée ou compte trop de pixels.',
  'This file is damaged. Get a new copy of it and try again.': 'Ce fichier est endommagé. Obtenez-en une nouvelle copie et réessayez.',
  'There is no room left to keep this file. Please tell your administrator.': 'Il n’y a plus de place pour ce fichier. Avisez votre administrateur.',
  'Changed their picture': 'A changé sa photo',
  'Changed the company logo': 'A changé le logo de l’entreprise',
}
