import { fileURLToPath } from 'node:url'

/**
 * Where Node keeps compiled code, so that the next start takes half the time. A start works without it if the folder is
 * not writable.
 */
export const compiledFolder = fileURLToPath(new URL('../../../node_modules/.cache/compiled', import.meta.url))
