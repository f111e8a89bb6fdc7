/** `good`: the good rows; `all`: nothing unless all are good; `preview`: nothing yet (CARD-13). */
export const importModes = ['good', 'all', 'preview'] as const
/** `update`: the good rows, and rows of cards that exist change them (CARD-18). */
export const cardImportModes = [...importModes, 'update'] as const
export type ImportMode = (typeof cardImportModes)[number]
/**
 * Of a file that is imported. These stand apart from the import's record, which a list with an import button has no
 * need of until it is pressed.
 */
export const maxSheetBytes = 50_000_000
