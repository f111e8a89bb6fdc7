import type { CardStatus } from '@portal/contract/cards/cards.ts'
import { cardStatusWords } from '@portal/contract/cards/cards-words.data.ts'
import type { UnitRecord } from '@portal/contract/units/units.ts'
import { RecordLink } from '../links/RecordLink.tsx'
import { StatusBadge } from '../ui/StatusBadge.tsx'
import { nothing } from '../ui/words/texts.ts'
import { useTranslation } from '../ui/words/translation.ts'

export function UnitCards({ cards }: { cards: NonNullable<UnitRecord['cards']> }) {
  const { t } = useTranslation()
  return (
    <section className="panel form-section" aria-labelledby="unit-cards">
      <h2 id="unit-cards">{t('Cards of this unit')}</h2>
      {cards.length === 0 ? (
        <p className="record-note">{t('No card is assigned to this unit.')}</p>
      ) : (
        <table className="record-table" aria-labelledby="unit-cards">
          <thead>
            <tr>
              {['Card number', 'Driver', 'Status'].map((header) => (
                <th key={header} scope="col">
                  {t(header)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {cards.map(({ id, card_number, driver_name, card_status }) => (
              <tr key={id}>
                <td data-label={t('Card number')}>
                  <RecordLink kind="card" id={id}>
                    {card_number}
                  </RecordLink>
                </td>
                <td data-label={t('Driver')}>
                  <RecordLink kind="driver" id={driver_name || null}>
                    {driver_name || nothing}
                  </RecordLink>
                </td>
                <td data-label={t('Status')}>
                  <StatusBadge word={cardStatusWords[card_status as CardStatus]} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  )
}
