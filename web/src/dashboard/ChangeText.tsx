import { PageLink } from '../ui/opening/PageLink.tsx'
import { percentText } from '../ui/words/figures.ts'
import { numberFormat } from '../ui/words/texts.ts'
import type { TFunction } from '../ui/words/translation.ts'
import { useTranslation } from '../ui/words/translation.ts'
import type { Comparison } from './comparison.rules.ts'
import type { ListLink } from './dashboard-address.ts'

function changeText(comparison: Comparison, t: TFunction, locale: string): string {
  const signed = { signDisplay: 'exceptZero', maximumFractionDigits: 1 } as const
  switch (comparison.kind) {
    case 'none':
      return t('No purchases in the previous period')
    case 'same':
      return t('Same as the previous period')
    case 'times':
      return t('{times} times the previous period', { times: comparison.times.toLocaleString(locale) })
    case 'percent':
      return t('{change} from the previous period', { change: percentText(comparison.percent, locale, signed) })
    case 'count':
      return t('{change} from the previous period', { change: numberFormat(locale, signed).format(comparison.count) })
  }
}

/** The change since the period before, with sign, arrow and words: no colour, because more is neither good nor bad. */
export function ChangeText({ comparison, link }: { comparison: Comparison; link?: ListLink | undefined }) {
  const { t, language } = useTranslation()
  const text = changeText(comparison, t, language)
  return (
    <span className="dash-change">
      {'isMore' in comparison ? <span aria-hidden>{comparison.isMore ? '▲ ' : '▼ '}</span> : null}
      {link ? (
        <PageLink {...link} className="dash-link">
          {text}
          <span className="sr-only">{t('Why it moved')}</span>
        </PageLink>
      ) : (
        text
      )}
    </span>
  )
}
