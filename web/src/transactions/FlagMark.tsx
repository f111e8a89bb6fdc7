import { IconFlag } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { badgesOf, type FlaggedRow } from './flag-words.ts'

/**
 * A flag beside the code of a transaction that waits for review or broke a rule; the column with the words is optional
 * (LIT-2).
 */
export function FlagMark({ row }: { row: FlaggedRow }) {
  const { t } = useTranslation()
  if (row.review !== 'open' && row.exceptions.length === 0) return null
  const words = badgesOf(row)
    .map(([word]) => t(word))
    .join(', ')
  return (
    <span className="flag-mark" data-tone={row.exceptions.length > 0 ? 'bad' : 'warn'} title={words}>
      <IconFlag size={14} aria-hidden />
      <span className="sr-only">{words}</span>
    </span>
  )
}
