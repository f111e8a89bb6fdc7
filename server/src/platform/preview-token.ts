import { createHash } from 'node:crypto'

/** Identifies what a preview showed: saving is refused if it would do something else by then. */
export const previewToken = (shown: unknown): string =>
  createHash('sha256').update(JSON.stringify(shown)).digest('hex').slice(0, 32)
