import { cardStatusWords } from '@portal/contract/cards/cards-words.data.ts'
import type { Dashboard } from '@portal/contract/dashboard/dashboard.ts'
import { cardsPath } from '../cards/cards.paths.ts'
import { PageLink } from '../ui/opening/PageLink.tsx'
import { StatusBadge } from '../ui/StatusBadge.tsx'
import { useTranslation } from '../ui/words/translation.ts'
import { cardsLink } from './dashboard-address.ts'

/** `isAlone` makes it take the whole row. */
export function CardsPanel({ cards, isAlone }: { cards: NonNullable<Dashboard['cards']>; isAlone: boolean }) {
  const { t, language } = useTranslation()
  const all = cards.reduce((sum, { count }) => sum + count, 0)
  return (
    <section className={isAlone ? 'panel dash-panel dash-whole' : 'panel dash-panel'} aria-label={t('Cards by status')}>
      <h2>{t('Cards by status')}</h2>
      <div className="dash-stack" aria-hidden>
        {cards.map(({ status, count }) => (
          <span key={status} data-status={status} style={{ flexGrow: count }} />
        ))}
      </div>
      <ul className="dash-rows">
        {cards.map(({ status, count }) => (
          <li key={status}>
            <StatusBadge word={cardStatusWords[status]} />
            <PageLink className="dash-link" {...cardsLink(status)}>
              {count.toLocaleString(language)}
              <span className="sr-only"> {t(cardStatusWords[status])}</span>
            </PageLink>
          </li>
        ))}
        <li>
          <span>{t('All cards')}</span>
          <PageLink className="dash-link" to={cardsPath}>
            {all.toLocaleString(language)}
            <span className="sr-only"> {t('All cards')}</span>
          </PageLink>
        </li>
      </ul>
    </section>
  )
}
