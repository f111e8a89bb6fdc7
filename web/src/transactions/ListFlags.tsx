import { useMediaQuery } from '@mantine/hooks'
import { FlagBadges } from './FlagBadges.tsx'
import type { FlaggedRow } from './flag-words.ts'

/** In a list, where a row is one line: as many as the screen has room for. */
export function ListFlags({ row }: { row: FlaggedRow }) {
  const isWide = useMediaQuery('(min-width: 100em)', false, { getInitialValueInEffect: false })
  return <FlagBadges row={row} most={isWide ? 2 : 1} />
}
