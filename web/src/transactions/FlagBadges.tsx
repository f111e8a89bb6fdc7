import '../ui/status.css'
import { useTranslation } from 'react-i18next'
import { badgesOf, type FlaggedRow } from './flag-words.ts'

/** `most`: the first of them and how many more there are; all of them when pointed at or read aloud. */
type Props = { row: FlaggedRow; most?: number }
/** What somebody should look at before the stop is billed, whether somebody has, and what went against a rule. */
export function FlagBadges({ row, most = Number.POSITIVE_INFINITY }: Props) {
  const { t } = useTranslation()
  const badges = badgesOf(row)
  if (badges.length === 0) return null
  const [shown, more] = [badges.slice(0, most), badges.slice(most)]
  const words = (some: typeof badges) => some.map(([word]) => t(word)).join(', ')
  return (
    <span className="flag-badges" title={more.length > 0 ? words(badges) : undefined}>
      {shown.map(([word, tone]) => (
        <span key={word} className="status" data-tone={tone}>
          <span className="flag-word">{t(word)}</span>
        </span>
      ))}
      {more.length > 0 ? (
        <span className="flag-more">
          +{more.length}
          <span className="sr-only"> {words(more)}</span>
        </span>
      ) : null}
    </span>
  )
}
