/** The French of typing in transactions, and of what a markup would change. */
export const frenchOfManual: Readonly<Record<string, string>> = {
  'Add Transaction': 'Ajouter une transaction',
  'Edit Transaction': 'Modifier la transaction',
  'Transaction Created Successfully': 'Transaction créée',
  'Error while Creating Transaction': 'Erreur lors de la création de la transaction',
  'Transaction Updated Successfully': 'Transaction mise à jour',
  'Error while updating Transaction': 'Erreur lors de la mise à jour de la transaction',
  'Added a transaction': 'A ajouté une transaction',
  'Changed a transaction': 'A modifié une transaction',
  Date: 'Date',
  'Time at the site': 'Heure au site',
  'Driver and vehicle': 'Conducteur et véhicule',
  'Non-highway purchase': 'Achat hors route',
  'Cash purchase': 'Achat au comptant',
  'Oil purchase': 'Achat d’huile',
  'Dash cash': 'Argent Dash',
  'Further lines': 'Autres lignes',
  'These lines have no group of their own. They are kept as they are.': 'Ces lignes n’ont pas de groupe à elles. Elles restent telles quelles.',
  'What you type is what is billed, after somebody has accepted it. Type quantity and amounts below zero for a credit.':
    'Ce que vous saisissez est ce qui est facturé, une fois que quelqu’un l’a accepté. Pour un crédit, saisissez la quantité et les montants sous zéro.',
  'No rate is known there on that day for: {taxes}.': 'Aucun taux n’y est connu ce jour-là pour : {taxes}.',
  'The amount is {difference} more than price, quantity and taxes make.':
    'Le montant dépasse de {difference} ce que font le prix, la quantité et les taxes.',
  'The amount is {difference} less than price, quantity and taxes make.':
    'Le montant est inférieur de {difference} à ce que font le prix, la quantité et les taxes.',
  'Use {amount}': 'Prendre {amount}',
  'Use proposed values': 'Prendre les valeurs proposées',
  'Clear this purchase': 'Vider cet achat',
  'Fill at least one purchase group.': 'Remplissez au moins un groupe d’achat.',
  'A transaction has at most {n0} lines.': 'Une transaction a au plus {n0} lignes.',
  'Choose a company, or enter a card.': 'Choisissez une entreprise ou saisissez une carte.',
  'Enter the two letters of a province or state.': 'Saisissez les deux lettres d’une province ou d’un État.',
  'Enter the date and time as YYYY-MM-DDTHH:mm.': 'Saisissez la date et l’heure sous la forme AAAA-MM-JJTHH:mm.',
  'Enter a time as HH:mm.': 'Saisissez une heure sous la forme HH:mm.',
  'Enter a quantity other than {n0}.': 'Saisissez une quantité autre que {n0}.',
  'Dash cash cannot be more than the amount.': 'L’argent Dash ne peut pas dépasser le montant.',
  'There is no card with this number.': 'Aucune carte ne porte ce numéro.',
  'No customer held this card at that time.': 'Aucun client ne détenait cette carte à ce moment.',
  'This is not a line of this transaction.': 'Ce n’est pas une ligne de cette transaction.',
  'This purchase is booked already.': 'Cet achat est déjà comptabilisé.',
  'This provider has a booked purchase with this code, day and product. Give a correction another code.':
    'Ce fournisseur a déjà un achat comptabilisé avec ce code, ce jour et ce produit. Donnez un autre code à une correction.',
  'What would change': 'Ce qui changerait',
  'This company has no purchases at this provider that are not invoiced yet.':
    'Cette entreprise n’a aucun achat chez ce fournisseur qui ne soit pas encore facturé.',
  'None of the {count} uninvoiced purchases from {from} to {to} would cost something else.':
    'Aucun des {count} achats non facturés du {from} au {to} ne coûterait autre chose.',
  '{changed} of the {count} uninvoiced purchases from {from} to {to} would cost something else.':
    '{changed} des {count} achats non facturés du {from} au {to} coûteraient autre chose.',
  'Purchases that would change': 'Achats qui changeraient',
  'The newest {count} are shown.': 'Les {count} plus récents sont affichés.',
  'Looked at what a markup would change': 'A vu ce qu’une majoration changerait',
}
