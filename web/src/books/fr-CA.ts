/** The French of this folder's interface. */
export const french = {
  Books: 'Livres',
  'Closed through': 'Fermés jusqu’au',
  'Closed through {day}': 'Fermés jusqu’au {day}',
  'The books are closed through {day}': 'Les livres sont fermés jusqu’au {day}',
  'The books are open': 'Les livres sont ouverts',
  'Open the books again': 'Rouvrir les livres',
  'Close the books': 'Fermer les livres',
  'Close the books through {day}?': 'Fermer les livres jusqu’au {day}?',
  'Nothing dated on or before the closing day can be issued, received, allocated, credited, reversed, written off or refunded. Corrections are dated later.':
    'Aucune opération datée du jour de fermeture ou d’un jour antérieur ne peut être émise, encaissée, affectée, créditée, contre-passée, radiée ou remboursée. Les corrections portent une date ultérieure.',
  'Nothing dated on or before this day can be changed after that.':
    'Ce qui est daté de ce jour ou d’un jour antérieur ne pourra plus être modifié.',
  'There are unfinished items in this period. They stay, but will be dated in the open period.':
    'Il reste des éléments en suspens dans cette période. Ils demeurent, mais seront datés dans la période ouverte.',
  'Changed by': 'Modifié par',
  'Changed at': 'Modifié le',
  'Unfinished items': 'Éléments en suspens',
  Through: 'Jusqu’au',
  'This day is already closed.': 'Ce jour est déjà fermé.',
  What: 'Élément',
  'What follows': 'Conséquence',
  Drafts: 'Brouillons',
  'In quarantine': 'En quarantaine',
  'They go on an invoice dated in the open period.': 'Ces achats iront sur une facture datée dans la période ouverte.',
  'They need a later issue date before they are sent.': 'Il leur faut une date d’émission ultérieure avant l’envoi.',
  'Released later, they are billed in the open period.':
    'Les transactions libérées plus tard seront facturées dans la période ouverte.',
  'Make them tie out, or explain them, so that nothing is missing.':
    'Faites-les concorder ou expliquez-les, pour que rien ne manque.',
  'An allocation after closing is dated in the open period.':
    'Une affectation après la fermeture est datée dans la période ouverte.',
  'Money on account includes open credit notes.': 'L’argent au compte comprend les notes de crédit ouvertes.',
  'They are closed through {day}. Choose an earlier day, or leave it empty to open all of them.':
    'Ils sont fermés jusqu’au {day}. Choisissez un jour antérieur, ou laissez vide pour tout rouvrir.',
  'Stay closed through': 'Rester fermés jusqu’au',
} as const satisfies Readonly<Record<string, string>>
