import { agoText } from '../ui/words/relative.ts'
import { instantText, nothing } from '../ui/words/texts.ts'
import { useTranslation } from '../ui/words/translation.ts'

/** How long ago, by the server's clock, with the exact time on hover. */
export function Ago({ at, now }: { at: string | null; now: string }) {
  const { language } = useTranslation()
  if (!at) return nothing
  return (
    <time dateTime={at} title={instantText(at)}>
      {agoText(at, now, language)}
    </time>
  )
}
