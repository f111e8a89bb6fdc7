/** A status's label (CARD-9). */
export const cardStatusWords = { RELEASE: 'ACTIVE', HOLD: 'HOLD', CLOSED: 'Closed' } as const
