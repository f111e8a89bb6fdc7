import type { ReversalKind } from './payments.ts'

export const reversalKindWords = { nsf: 'NSF', mistake: 'Entered by mistake' } as const satisfies Record<
  ReversalKind,
  string
>
