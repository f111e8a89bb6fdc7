import type { UnitPurchases } from '@portal/contract/units/units.ts'
import { useTranslation } from 'react-i18next'
import { RecordLink } from '../links/RecordLink.tsx'
import { dateText, localTimeText } from '../ui/words/texts.ts'

/** Who bought for the unit, the latest first. */
export function UnitDrivers({ purchases: { drivers, since } }: { purchases: UnitPurchases }) {
  const { t, i18n } = useTranslation()
  if (drivers.length === 0) return null
  return (
    <section className="panel form-section" aria-labelledby="unit-drivers">
      <h2 id="unit-drivers">{t('Drivers since {date}', { date: dateText(since) })}</h2>
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
