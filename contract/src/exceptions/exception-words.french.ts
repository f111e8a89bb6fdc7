import type { exceptionWords } from './exception-rules.data.ts'

/** The French of the rules' words, for the page and for e-mails alike. */
export const frenchExceptionWords = {
  'Over limit': 'Limite dépassée',
  'Card on hold': 'Carte suspendue',
  'Product not allowed': 'Produit non permis',
  'Two sites within minutes': 'Deux sites en quelques minutes',
  'Impossible distance': 'Distance impossible',
  'More than the tank holds': 'Plus que la capacité du réservoir',
  'DEF out of proportion': 'FED hors proportion',
  'Inconsistent odometer': 'Odomètre incohérent',
  'First visit at night': 'Première visite de nuit',
  'Possible duplicate': 'Doublon possible',
  'Billed below cost': 'Facturé sous le coût',
  'Provider price differs': 'Prix du fournisseur différent de son tarif',
  'Unlikely quantity or price': 'Quantité ou prix improbable',
} as const satisfies Record<(typeof exceptionWords)[keyof typeof exceptionWords], string>
