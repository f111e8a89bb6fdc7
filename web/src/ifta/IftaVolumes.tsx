import { Button } from '@mantine/core'
import type { IftaWorksheet } from '@portal/contract/ifta/ifta.ts'
import { unitFuelWords } from '@portal/contract/units/units-words.data.ts'
import { useState } from 'react'
import { nothing, numberFormat, quantityText } from '../ui/words/texts.ts'
import { useTranslation } from '../ui/words/translation.ts'
import { jurisdictionText, rowsText } from './ifta-texts.ts'

/** A fleet can have thousands of rows; the rest is there on demand. */
const shownAtFirst = 20

/** Fuel by unit, fuel type and jurisdiction, also of units outside IFTA; reefer fuel is in no worksheet. */
export function IftaVolumes({ sheet }: { sheet: IftaWorksheet }) {
  const { t, language } = useTranslation()
  const figures = numberFormat(language, { minimumFractionDigits: 2, maximumFractionDigits: 2 })
  const quantity = (value: number) => (value === 0 ? nothing : figures.format(value))
  const fuelName = (fuel: string) => (fuel === 'reefer' ? t('Reefer fuel') : t(unitFuelWords[fuel as 'diesel']))
  const iftaName = (is: boolean | null) => (is === null ? nothing : t(is ? 'Yes' : 'No'))
  const { volume_unit: unit, volumes } = sheet
  const [isAll, setAll] = useState(false)
  const shown = isAll ? volumes : volumes.slice(0, shownAtFirst)
  return (
    <section className="panel ifta-panel" aria-label={t('Fuel by unit and jurisdiction')}>
      <h2>{t('Fuel by unit and jurisdiction')}</h2>
      <p className="margin-note">{rowsText(t, volumes.length, language)}</p>
      {sheet.reefer_volume === 0 ? null : (
        <p className="margin-note">
          {t('Reefer fuel, in no worksheet: {volume} {unit}', {
            volume: quantityText(sheet.reefer_volume, language),
            unit,
          })}
        </p>
      )}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard. */}
      <section className="margin-scroll ifta-volumes" tabIndex={0} aria-label={t('Fuel purchases')}>
        <table>
          <thead>
            <tr>
              <th scope="col">{t('Unit', { context: 'vehicle' })}</th>
              <th scope="col">{t('IFTA')}</th>
              <th scope="col">{t('Fuel type')}</th>
              <th scope="col">{t('Jurisdiction')}</th>
              <th scope="col">{t('Portal ({unit})', { unit })}</th>
              <th scope="col">{t('Elsewhere ({unit})', { unit })}</th>
            </tr>
          </thead>
          <tbody>
            {shown.map((one) => (
              <tr key={`${one.unit_number} ${one.fuel_type} ${one.jurisdiction}`}>
                <th scope="row">{one.unit_number ?? t('No unit')}</th>
                <td className="start">{iftaName(one.is_ifta)}</td>
                <td className="start">{fuelName(one.fuel_type)}</td>
                <td className="start">{jurisdictionText(t, one.jurisdiction)}</td>
                <td>{quantity(one.portal)}</td>
                <td>{quantity(one.elsewhere)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {shown.length < volumes.length ? (
        <Button variant="default" size="xs" className="ifta-more" onClick={() => setAll(true)}>
          {t('Show all {count}', { count: volumes.length.toLocaleString(language) })}
        </Button>
      ) : null}
    </section>
  )
}
