import { useTranslation } from 'react-i18next'
import { agoText } from '../ui/words/relative.ts'
import { instantText, nothing } from '../ui/words/texts.ts'

/** How long ago, by the server's clock, with the exact time on hover. */
export function Ago({ at, now }: { at: string | null; now: string }) {
  const { i18n } = useTranslation()
  if (!at) return nothing
  return (
    <time dateTime={at} title={instantText(at)}>
      {agoText(at, now, i18n.language)}
    </time>
  )
}
