import type { Unkept } from './promise.ts'

/** What the design promises and the product does not keep, or not yet in full. */
export const unkeptPromises: readonly Unkept[] = [
  {
    id: 'S8',
    words: 'Wrong passwords typed by strangers do not lock the owner’s known device out.',
    why: 'Attempts are counted by account and by address; devices are not known.',
  },
]
