import type { serviceKindWords } from './units-words.data.ts'

/** The French of the kinds of service, for the page and for e-mails alike. */
export const frenchServiceWords = {
  'Oil change': 'Vidange d’huile',
  Tires: 'Pneus',
  Inspection: 'Inspection',
  Repair: 'Réparation',
} as const satisfies Record<(typeof serviceKindWords)[keyof typeof serviceKindWords], string>
