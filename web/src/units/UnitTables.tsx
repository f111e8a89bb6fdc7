import { type CardStatus, cardStatusWords } from '@portal/contract/cards/cards.ts'
import type { UnitPurchases, UnitRecord } from '@portal/contract/units/units.ts'
import { useTranslation } from 'react-i18next'
import { RecordLink } from '../links/RecordLink.tsx'
import { StatusBadge } from '../ui/StatusBadge.tsx'
import { dateText, localTimeText, nothing } from '../ui/words/texts.ts'

export function UnitCards({ cards }: { cards: NonNullable<UnitRecord['cards']> }) {
  const { t } = useTranslation()
  return (
    <section className="panel form-section" aria-labelledby="unit-cards">
      <h2 id="unit-cards">{t('Cards of this unit')}</h2>
      {cards.length === 0 ? (
        <p className="record-note">{t('No card names this unit now.')}</p>
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

/** Who bought for the unit, the latest first. */
export function UnitDrivers({ purchases: { drivers, since } }: { purchases: UnitPurchases }) {
  const { t, i18n } = useTranslation()
  if (drivers.length === 0) return null
  return (
    <section className="panel form-section" aria-labelledby="unit-drivers">
      <h2 id="unit-drivers">{t('Drivers seen since {date}', { date: dateText(since) })}</h2>
      <table className="record-table" aria-labelledby="unit-drivers">
        <thead>
          <tr>
            <th scope="col">{t('Driver')}</th>
            <th scope="col">{t('Last transaction')}</th>
            <th scope="col" data-align="end">
              {t('Transactions')}
            </th>
          </tr>
        </thead>
        <tbody>
          {drivers.map(({ driver_name, count, last_at }) => (
            <tr key={driver_name}>
              <td data-label={t('Driver')}>
                <RecordLink kind="driver" id={driver_name}>
                  {driver_name}
                </RecordLink>
              </td>
              <td data-label={t('Last transaction')}>{localTimeText(last_at)}</td>
              <td data-label={t('Transactions')} data-align="end">
                {count.toLocaleString(i18n.language)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
