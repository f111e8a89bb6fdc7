import { LockMark } from './LockMark.tsx'

/** The input's right end for a locked field, and nothing for a free one. */
export const lockMark = (reason: string | undefined) =>
  reason === undefined ? {} : { rightSection: <LockMark reason={reason} />, rightSectionPointerEvents: 'all' as const }
