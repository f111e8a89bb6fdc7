import type { UnitHistory } from '@portal/contract/units/units.ts'
import type { ReactNode } from 'react'
import { RecordLink } from '../links/RecordLink.tsx'
import { dateText } from '../ui/words/texts.ts'
import { useTranslation } from '../ui/words/translation.ts'

type Used = { key: string; name: ReactNode; first_at: string; last_at: string; count: number }

/** Who drove the unit, and the cards that bought for it, by their first and last purchase. */
export function UsedOverTime({ history }: { history: UnitHistory }) {
  const { t } = useTranslation()
  const drivers = history.drivers.map(({ driver_name, ...used }) => ({
    ...used,
    key: driver_name,
    name: (
      <RecordLink kind="driver" id={driver_name}>
        {driver_name}
      </RecordLink>
    ),
  }))
  const cards = (history.cards ?? []).map(({ card_id, card_number, ...used }) => ({
    ...used,
    key: card_number,
    name: (
      <RecordLink kind="card" id={card_id}>
        {card_number}
      </RecordLink>
    ),
  }))
  const since = dateText(history.since)
  return (
    <>
      <UsedTable id="unit-drivers" title={t('Drivers since {date}', { date: since })} header="Driver" rows={drivers} />
      <UsedTable
        id="unit-used-cards"
        title={t('Cards used since {date}', { date: since })}
        header="Card number"
        rows={cards}
      />
    </>
  )
}

function UsedTable({ id, title, header, rows }: { id: string; title: string; header: string; rows: readonly Used[] }) {
  const { t, language } = useTranslation()
  if (rows.length === 0) return null
  return (
    <section className="panel form-section" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <table className="record-table" aria-labelledby={id}>
        <thead>
          <tr>
            {[header, 'First transaction', 'Last transaction'].map((name) => (
              <th key={name} scope="col">
                {t(name)}
              </th>
            ))}
            <th scope="col" data-align="end">
              {t('Transactions')}
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, name, first_at, last_at, count }) => (
            <tr key={key}>
              <td data-label={t(header)}>{name}</td>
              <td data-label={t('First transaction')}>{dateText(first_at.slice(0, 10))}</td>
              <td data-label={t('Last transaction')}>{dateText(last_at.slice(0, 10))}</td>
              <td data-label={t('Transactions')} data-align="end">
                {count.toLocaleString(language)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
