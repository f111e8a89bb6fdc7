import { TextInput } from '@mantine/core'
import { fuels, type ProductCode, productWords } from '@portal/contract/lookups/products.rules.ts'
import { maxTankLitres } from '@portal/contract/smart-buy/smart-buy.data.ts'
import { useState } from 'react'
import { TownSelect } from '../pickers/TownSelect.tsx'
import { ChoiceBox } from '../ui/choice/ChoiceBox.tsx'
import { PlaceCredit } from '../ui/credit/PlaceCredit.tsx'
import { useTranslation } from '../ui/words/translation.ts'
import { DistanceSelect } from './DistanceSelect.tsx'
import { type RouteView, wholeIn } from './route-address.ts'
import { SmartBar } from './SmartBar.tsx'

type Props = { view: RouteView; change: (patch: Partial<RouteView>) => void }

/** What a way is asked with. */
export function RouteBar({ view, change }: Props) {
  const { t } = useTranslation()
  const [isNoTank, setNoTank] = useState(false)
  const setTank = (typed: string) => {
    const litres = wholeIn(typed, maxTankLitres)
    setNoTank(litres === null)
    if (litres !== null) change({ tank_litres: litres })
  }
  return (
    <SmartBar company={view.company_id ?? null} onCompany={(id) => change({ company_id: id as never })}>
      <TownSelect
        className="town-select"
        label={t('From', { context: 'place' })}
        value={view.from ?? null}
        onChange={(town) => change({ from: town ?? (undefined as never) })}
      />
      <TownSelect
        className="town-select"
        label={t('To', { context: 'place' })}
        value={view.to ?? null}
        onChange={(town) => change({ to: town ?? (undefined as never) })}
      />
      <DistanceSelect
        label={t('Maximum distance from the line')}
        value={view.corridor_km}
        onChange={(corridor_km) => change({ corridor_km })}
      />
      <ChoiceBox
        label={t('Product')}
        allowDeselect={false}
        data={fuels.map((product) => ({ value: product, label: t(productWords[product]) }))}
        value={view.product}
        onChange={(product) => change({ product: product as ProductCode })}
      />
      <TextInput
        key={view.tank_litres}
        label={t('Tank (litres)')}
        inputMode="numeric"
        defaultValue={String(view.tank_litres)}
        error={isNoTank ? t('Enter whole litres from 1 to {max}.', { max: maxTankLitres }) : null}
        onBlur={({ currentTarget }) => setTank(currentTarget.value)}
        onKeyDown={({ key, currentTarget }) => {
          if (key === 'Enter') setTank(currentTarget.value)
        }}
      />
      <PlaceCredit />
    </SmartBar>
  )
}
