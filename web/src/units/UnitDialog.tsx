import { odometerUnitWords, unitFuelWords } from '@portal/contract/units/units-words.data.ts'
import './units.css'
import { Text } from '@mantine/core'
import { AppError } from '@portal/contract/errors.ts'
import { volumeUnits } from '@portal/contract/rules/units.ts'
import { odometerUnits, type UnitRecord, unitChange, unitFuels, units } from '@portal/contract/units/units.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { z } from 'zod'
import { call } from '../api/call.ts'
import { featureKeyOf } from '../api/query-keys.ts'
import { useAction } from '../api/use-action.ts'
import { useDialogSubmit } from '../form/dialog-submit.ts'
import { FormDialog } from '../form/FormDialog.tsx'
import { fieldsOf } from '../form/fields.ts'
import { Meanings } from '../form/Meanings.tsx'
import { useRecordForm, type Values } from '../form/record-form.ts'
import { useTranslation } from '../ui/words/translation.ts'

const { make, model_year, plate, tank_size, tank_unit, fuel_type, odometer_unit } = unitChange.shape
/** A choice of three, because it can be unknown. */
const form = z.object({
  make,
  model_year,
  plate,
  tank_size,
  tank_unit,
  fuel_type,
  odometer_unit,
  is_ifta: z.enum(['yes', 'no']).nullish(),
})
const { TextField, NumberField, SelectField } = fieldsOf(form)

const valuesOf = (unit: UnitRecord): Values => ({
  make: unit.make ?? '',
  model_year: unit.model_year,
  plate: unit.plate ?? '',
  tank_size: unit.tank_size,
  tank_unit: unit.tank_unit,
  fuel_type: unit.fuel_type,
  odometer_unit: unit.odometer_unit,
  is_ifta: unit.is_ifta === null ? null : unit.is_ifta ? 'yes' : 'no',
})

const unitHelp = {
  'Tank size': 'How much fuel the tanks hold together. Buying more than that is an exception.',
  'Odometer unit': 'Whether drivers enter kilometres or miles at the pump.',
  IFTA: 'The agreement by which fleets report fuel tax once for all provinces and states they drive in.',
}

type Props = { unit: UnitRecord; opened: boolean; onClose: () => void }
/** The form, whose values are those of a version. After another user's change, `reload` takes the current one. */
function useUnitForm({ unit, onClose }: Props) {
  const queries = useQueryClient()
  const state = useRecordForm(form, valuesOf(unit))
  const change = useAction(units.update, { keepPlace: true })
  const [version, setVersion] = useState(unit.version)
  const [isReloaded, setReloaded] = useState(false)
  const isStale = change.error instanceof AppError && change.error.code === 'record.stale'
  const params = { id: unit.id }
  const send = ({ is_ifta, ...values }: Values) => {
    setReloaded(false)
    const body = unitChange.parse({ ...values, is_ifta: is_ifta ? is_ifta === 'yes' : null, version })
    return change.mutateAsync({ params, body })
  }
  const reload = async () => {
    const fresh = await call(units.get, { params })
    setVersion(fresh.version)
    state.rebase(valuesOf(fresh))
    setReloaded(true)
    // The page behind the dialog has the former values too.
    void queries.invalidateQueries({ queryKey: featureKeyOf(units.get) })
  }
  const { error, ...wiring } = useDialogSubmit(state, send, onClose)
  return {
    ...wiring,
    error: isReloaded ? undefined : error,
    onReload: isStale ? reload : undefined,
    isBusy: change.isPending,
  }
}

/** Changes what is known of a unit. An empty field means unknown. */
export function UnitDialog(props: Props) {
  const { t } = useTranslation()
  const { unit, opened } = props
  const wiring = useUnitForm(props)
  return (
    <FormDialog {...wiring} opened={opened} title="Edit unit" submit="Save" first="make">
      <Text size="sm">
        {unit.unit_number} · {unit.company_name}
      </Text>
      <div className="unit-pair">
        <TextField name="make" label="Make" />
        <NumberField name="model_year" label="Model year" />
      </div>
      <TextField name="plate" label="Plate" />
      <div className="unit-pair">
        <NumberField name="tank_size" label="Tank size" />
        <SelectField
          name="tank_unit"
          label="Tank unit"
          options={volumeUnits.map((value) => ({ value, label: value === 'L' ? 'Litres' : 'US gallons' }))}
        />
      </div>
      <SelectField
        name="fuel_type"
        label="Fuel type"
        options={unitFuels.map((value) => ({ value, label: unitFuelWords[value] }))}
      />
      <SelectField
        name="odometer_unit"
        label="Odometer unit"
        options={odometerUnits.map((value) => ({ value, label: odometerUnitWords[value] }))}
      />
      <SelectField
        name="is_ifta"
        label="IFTA"
        options={[
          { value: 'yes', label: 'Yes' },
          { value: 'no', label: 'No' },
        ]}
      />
      <Meanings of={unitHelp} />
      <Text size="sm" c="dimmed">
        {t('Exceptions are judged by the tank size and the odometer. Empty means unknown.')}
      </Text>
    </FormDialog>
  )
}
