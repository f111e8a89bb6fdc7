import './units.css'
import type { UnitRow } from '@portal/contract/units/units.ts'
import { companyLink, driverLink, linked } from '../list/columns/record-links.tsx'
import type { Column } from '../list/list-types.ts'
import { percentText } from '../ui/words/figures.ts'
import { dateText, moneyText, nothing, numberFormat, quantityText } from '../ui/words/texts.ts'
import { ClosedUnit } from './ClosedUnit.tsx'
import { LastUpkeep } from './LastUpkeep.tsx'
import { NextDue } from './NextDue.tsx'

const ownLink = linked('unit', (row: UnitRow) => row.id)()
const economyCell = {
  align: 'end' as const,
  cell: (value: number | null, _: UnitRow, locale: string) =>
    value === null
      ? nothing
      : numberFormat(locale, { minimumFractionDigits: 1, maximumFractionDigits: 1 }).format(value),
}

export const unitColumns: Column<UnitRow>[] = [
  {
    key: 'unit_number',
    header: 'Unit number',
    priority: 1,
    phone: 'title',
    cell: (number, row) => (
      <>
        {ownLink.cell(number, row)}
        {row.is_closed ? <ClosedUnit /> : null}
      </>
    ),
  },
  { key: 'company_name', header: 'Company', optional: true, ...companyLink() },
  { key: 'driver_name', header: 'Driver', priority: 6, phone: 'line', ...driverLink() },
  {
    key: 'cards',
    header: 'Cards',
    priority: 9,
    cell: (cards) => (cards && cards.length > 0 ? cards.map(({ card_number }) => card_number).join(', ') : nothing),
  },
  {
    key: 'last_odometer',
    header: 'Last odometer',
    priority: 4,
    phone: 'line',
    align: 'end',
    cell: (read, { odometer_unit }, locale) =>
      read ? (
        <>
          {quantityText(read.reading, locale)} {odometer_unit ?? 'km'}
          <span className="unit-note">{dateText(read.at.slice(0, 10))}</span>
        </>
      ) : (
        nothing
      ),
  },
  { key: 'l_per_100km_30', header: 'L/100 km, 30 days', priority: 7, ...economyCell },
  { key: 'l_per_100km_90', header: 'L/100 km, 90 days', priority: 3, phone: 'line', ...economyCell },
  {
    key: 'spend_90',
    header: 'Spend, 90 days',
    priority: 5,
    phone: 'line',
    align: 'end',
    cell: (spend, _, locale) =>
      spend && spend.length > 0
        ? spend.map(({ currency, amount }) => (
            <span key={currency} className="unit-fuel">
              {moneyText(amount, locale, currency)}
            </span>
          ))
        : nothing,
  },
  {
    key: 'def_percent',
    header: 'DEF of diesel',
    priority: 10,
    align: 'end',
    cell: (value, _, locale) => percentText(value, locale, { minimumFractionDigits: 1, maximumFractionDigits: 1 }),
  },
  { key: 'last_service', header: 'Last service', priority: 8, cell: (last) => <LastUpkeep last={last} /> },
  {
    key: 'next_service',
    header: 'Next service',
    priority: 2,
    phone: 'line',
    cell: (next, row) => <NextDue next={next} unit={row.odometer_unit} />,
  },
  { key: 'make', header: 'Make', optional: true },
  { key: 'model_year', header: 'Model year', optional: true, align: 'end' },
  { key: 'plate', header: 'Plate', optional: true },
]
