/**
 * `good`: imports the good rows; `all`: imports nothing unless all are good; `preview`: imports nothing yet (CARD-13).
 */
export const importModes = ['good', 'all', 'preview'] as const
/** `update`: imports the good rows, and rows of existing cards change them (CARD-18). */
export const cardImportModes = [...importModes, 'update'] as const
/** `replace`: a rate file also drops the rates of its days that it does not list (RATE-6). */
export const storedImportModes = [...cardImportModes, 'replace'] as const
export type ImportMode = (typeof storedImportModes)[number]
/**
 * The largest file. Separate from the import's record, which a list page does not need until its import button is
 * pressed.
 */
export const maxSheetBytes = 50_000_000
