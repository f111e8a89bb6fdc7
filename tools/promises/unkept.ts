import type { Unkept } from './promise.ts'

/** What the design promises and the product does not keep, or not yet in full. */
export const unkeptPromises: readonly Unkept[] = [
  {
    id: 'T9',
    words:
      'The database role of customers cannot call what opens sessions or returns hashes and secrets, nor read costs.',
    why: 'It cannot read costs. The functions of sign-in run under this role, because a caller has no other one before signing in.',
  },
  {
    id: 'S8',
    words: 'Wrong passwords typed by strangers do not lock the owner’s known device out.',
    why: 'Attempts are counted by account and by address; devices are not known.',
  },
]
