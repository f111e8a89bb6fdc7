import { fileURLToPath } from 'node:url'

/**
 * Where Node keeps compiled code, so that the next start takes half the time. A start works without it if the folder is
 * not writable.
 */
export const compiledFolder = fileURLToPath(new URL('../../../node_modules/.cache/compiled', import.meta.url))

/**
 * For a process that works through many short-lived rows: room for them, and no further threads to collect them, take a
 * tenth off its processor time.
 */
export const flagsForRows = ['--max-semi-space-size=64', '--single-threaded-gc']
