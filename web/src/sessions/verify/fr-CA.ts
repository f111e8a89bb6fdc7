/** The French of the page that verifies documents. */
export const french = {
  'Verify a document': 'Vérifier un document',
  'Enter the code printed on the document, or choose its file, to see whether it was issued here.':
    'Entrez le code imprimé sur le document, ou choisissez son fichier, pour savoir s’il a été émis ici.',
  Verify: 'Vérifier',
  'The file stays on this device. Only its fingerprint (SHA-256) is sent.':
    'Le fichier reste sur cet appareil. Seule son empreinte (SHA-256) est envoyée.',
  'Verifying a file needs a secure connection. Open this page with https.':
    'La vérification d’un fichier exige une connexion sécurisée. Ouvrez cette page avec https.',
  'No document with this code was issued here': 'Aucun document portant ce code n’a été émis ici',
  'This file was not issued here': 'Ce fichier n’a pas été émis ici',
  'Check the code for typing mistakes.': 'Vérifiez que le code ne contient pas d’erreur de frappe.',
  'It comes from elsewhere, or it was changed after it was issued.':
    'Il vient d’ailleurs, ou il a été modifié après son émission.',
  'A document with this code was issued': 'Un document portant ce code a été émis',
  'This file was issued exactly as it is': 'Ce fichier a été émis exactement tel quel',
  'This file is stored here exactly as it is': 'Ce fichier est conservé ici exactement tel quel',
  'It was voided or credited since.': 'Il a depuis été annulé ou crédité.',
  'It was issued before documents were stored, and was drawn and stored on {day}.':
    'Il a été émis avant que les documents soient conservés; il a été produit et conservé le {day}.',
  'Compare this with your copy. To check every byte of it, choose its file.':
    'Comparez ces données avec votre copie. Pour en vérifier chaque octet, choisissez son fichier.',
  Document: 'Document',
  'Issued by': 'Émis par',
  'Issued on': 'Émis le',
} as const satisfies Readonly<Record<string, string>>

/** The French of the service's messages, by key. */
export const frenchMessages = {
  'verify.one-of': 'Envoyez un code ou un sha256.',
  'verify.hash': 'Un SHA-256 compte 64 chiffres hexadécimaux.',
  'document.missing': 'Le document conservé est introuvable. Veuillez communiquer avec l’administrateur du portail.',
  'document.damaged':
    'Le document conservé a changé depuis son émission. Veuillez communiquer avec l’administrateur du portail.',
} as const satisfies Readonly<Record<string, string>>
