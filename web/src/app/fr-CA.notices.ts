/** What the page says about connections, locks, language and page sizes. */
export const frenchOfNotices: Readonly<Record<string, string>> = {
  'You are offline. Nothing you typed is lost; try again once you are connected.':
    'Vous êtes hors ligne. Rien de ce que vous avez saisi n’est perdu; réessayez une fois la connexion rétablie.',
  'Internal server error (TypeError). You are offline. Nothing you typed is lost; try again once you are connected.':
    'Erreur interne du serveur (TypeError). Vous êtes hors ligne. Rien de ce que vous avez saisi n’est perdu; réessayez une fois la connexion rétablie.',
  'You are online again. Try again.': 'Vous êtes de nouveau en ligne. Réessayez.',
  'Use {value}': 'Utiliser {value}',
  '{size} per page': '{size} par page',
  'Letters, digits and . _ % + - before the @, and an ending of {n0} to {n1} letters.':
    'Des lettres, des chiffres et . _ % + - avant le @, et une terminaison de {n0} à {n1} lettres.',
  'Exactly {n0} digits, such as {n1}.': 'Exactement {n0} chiffres, comme {n1}.',
  'Changed their language': 'A changé sa langue',
}
