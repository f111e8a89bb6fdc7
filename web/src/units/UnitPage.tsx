import { unitFuelWords } from '@portal/contract/units/units-words.data.ts'
import './units.css'
import '../form/form.css'
import '../ui/record/record.css'
import '../ui/trouble/panel.css'
import { Button } from '@mantine/core'
import { type UnitRecord, units } from '@portal/contract/units/units.ts'
import { IconPencil } from '@tabler/icons-react'
import { useParams } from '@tanstack/react-router'
import { useCan } from '../api/session.ts'
import { truckcarePath } from '../app/sections.paths.ts'
import { FormHead } from '../form/FormHead.tsx'
import { RecordLoader } from '../form/RecordLoader.tsx'
import { RecordLink } from '../links/RecordLink.tsx'
import { lazily } from '../ui/lazily.tsx'
import { Fact } from '../ui/record/Fact.tsx'
import { RecordHead } from '../ui/record/RecordHead.tsx'
import { useDialog } from '../ui/use-dialog.tsx'
import { localTimeText, moneyText, quantityText } from '../ui/words/texts.ts'
import { useTranslation } from '../ui/words/translation.ts'
import { UnitCards } from './UnitCards.tsx'
import { UnitExceptions } from './UnitExceptions.tsx'
import { UnitRecent } from './UnitRecent.tsx'
import { UnitUpkeep } from './UnitUpkeep.tsx'
import { odometerText } from './unit-words.ts'

const UnitHistoryPanels = lazily(() => import('./UnitHistoryPanels.tsx'), 'UnitHistoryPanels')
const UnitDialog = lazily(() => import('./UnitDialog.tsx'), 'UnitDialog')

/** A vehicle: what it used, who drives it, and what it is (UX-1). */
export function UnitPage() {
  const { id = '' } = useParams({ strict: false }) as { id?: string }
  return (
    <RecordLoader key={id} endpoint={units.get} id={id}>
      {(unit) => <UnitView unit={unit} />}
    </RecordLoader>
  )
}

function UnitView({ unit }: { unit: UnitRecord }) {
  const { t } = useTranslation()
  const can = useCan()
  const { ask, dialog } = useDialog((at: number, frame) => <UnitDialog key={at} unit={unit} {...frame} />)
  return (
    <div className="record-page">
      <FormHead
        title="Vehicle unit"
        subject={unit.unit_number}
        mode="view"
        list={{ label: 'Truck Care', path: truckcarePath }}
        last={
          can(units.update) ? (
            <Button leftSection={<IconPencil size={16} aria-hidden />} onClick={() => ask(Date.now())}>
              {t('Edit')}
            </Button>
          ) : null
        }
      />
      <RecordHead
        label="Unit at a glance"
        facts={<UnitFacts unit={unit} />}
        aside={unit.purchases ? <UnitRecent unit={unit} purchases={unit.purchases} /> : null}
      >
        {unit.purchases ? null : (
          <p className="record-note">{t('Purchases are shown to users who can see transactions.')}</p>
        )}
      </RecordHead>
      <UnitUpkeep unit={unit} />
      {unit.purchases ? <UnitHistoryPanels unit={unit} /> : null}
      {unit.cards ? <UnitCards cards={unit.cards} /> : null}
      {unit.purchases ? <UnitExceptions purchases={unit.purchases} /> : null}
      {dialog}
    </div>
  )
}

function UnitFacts({ unit }: { unit: UnitRecord }) {
  const { t, language } = useTranslation()
  const { purchases, tank_size, tank_unit, fuel_type, is_ifta } = unit
  const quantity = (value: number) => quantityText(value, language)
  const fuel = (sums: NonNullable<UnitRecord['purchases']>['this_month']) =>
    sums.length === 0
      ? t('No fuel')
      : sums.map(({ currency, litres, amount }) => (
          <span key={currency} className="unit-fuel">
            {quantity(litres)} L · {moneyText(amount, language, currency)}
          </span>
        ))
  const odometer = purchases?.last_odometer
  return (
    <>
      <Fact name={t('Company')}>
        <RecordLink kind="company" id={unit.company_id}>
          {unit.company_name}
        </RecordLink>
      </Fact>
      {odometer ? (
        <Fact name={t('Last odometer')}>
          {odometerText(odometer.reading, unit.odometer_unit, language)}
          <span className="unit-note">{localTimeText(odometer.at)}</span>
        </Fact>
      ) : null}
      {purchases ? <Fact name={t('Fuel this month')}>{fuel(purchases.this_month)}</Fact> : null}
      {purchases ? <Fact name={t('Fuel last month')}>{fuel(purchases.month_before)}</Fact> : null}
      {unit.make || unit.model_year ? (
        <Fact name={t('Make and year')}>{[unit.make, unit.model_year].filter(Boolean).join(', ')}</Fact>
      ) : null}
      {unit.plate ? <Fact name={t('Plate')}>{unit.plate}</Fact> : null}
      {tank_size ? (
        <Fact name={t('Tank size')}>
          {quantity(tank_size)} {tank_unit}
        </Fact>
      ) : null}
      {fuel_type ? <Fact name={t('Fuel type')}>{t(unitFuelWords[fuel_type])}</Fact> : null}
      {is_ifta === null ? null : <Fact name={t('IFTA')}>{t(is_ifta ? 'Yes' : 'No')}</Fact>}
    </>
  )
}
