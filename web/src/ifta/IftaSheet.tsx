import type { IftaFuelSheet, IftaRow, IftaWorksheet } from '@portal/contract/ifta/ifta.ts'
import { shortJurisdiction } from '@portal/contract/ifta/ifta-jurisdictions.rules.ts'
import { unitFuelWords } from '@portal/contract/units/units-words.data.ts'
import { rateText } from '../ui/words/figures.ts'
import { moneyText, nothing, numberFormat } from '../ui/words/texts.ts'
import { useTranslation } from '../ui/words/translation.ts'
import { placeName, wholeText } from './ifta-texts.ts'

type Props = { sheet: IftaWorksheet; fuel: IftaFuelSheet }

/** The form's lines of one fuel type, with its average and totals. */
export function IftaSheet({ sheet, fuel }: Props) {
  const { t } = useTranslation()
  const name = t(unitFuelWords[fuel.fuel_type])
  return (
    <section className="panel ifta-panel" aria-label={name}>
      <h2>{name}</h2>
      <Figures sheet={sheet} fuel={fuel} />
      <Rows sheet={sheet} fuel={fuel} />
      <p className="margin-note">
        {t(
          'Taxable fuel is taxable distance ÷ average, net is taxable less tax paid, and tax is net × rate. A surcharge has no credit for tax paid.',
        )}
      </p>
      {sheet.rate_sources.length > 0 ? (
        <p className="margin-note">{t('Rates: {sources}', { sources: sheet.rate_sources.join(', ') })}</p>
      ) : null}
    </section>
  )
}

function Figures({ sheet, fuel }: Props) {
  const { t, language } = useTranslation()
  const locale = language
  const { tax } = fuel.subtotal
  const average =
    fuel.average === null
      ? nothing
      : numberFormat(locale, { minimumFractionDigits: 2, maximumFractionDigits: 2 }).format(fuel.average)
  const facts = [
    [t('Total distance ({unit})', { unit: sheet.length_unit }), wholeText(fuel.total_distance, locale)],
    [t('Total fuel ({unit})', { unit: sheet.volume_unit }), wholeText(fuel.total_volume, locale)],
    [t(sheet.base === 'CA' ? 'Average (km/L)' : 'Average (mpg)'), average],
    [
      t(tax !== null && tax < 0 ? 'Credit' : 'Tax due'),
      tax === null ? t('Incomplete') : moneyText(Math.abs(tax), locale, sheet.currency),
    ],
  ] as const
  return (
    <dl className="ifta-figures">
      {facts.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

/** On a phone the two letters are enough: the figures stay in sight. */
function Place({ row: { kind, jurisdiction } }: { row: IftaRow }) {
  const { t } = useTranslation()
  return (
    <>
      <span className="ifta-name">{placeName(t, jurisdiction)}</span>{' '}
      <span className="ifta-code">{shortJurisdiction(jurisdiction)}</span>
      {kind === 'surcharge' ? <span className="ifta-surcharge"> {t('Surcharge')}</span> : null}
    </>
  )
}

function Rows({ sheet, fuel }: Props) {
  const { t, language } = useTranslation()
  const [length, unit] = [sheet.length_unit, sheet.volume_unit]
  const headings = [
    t('Distance ({unit})', { unit: length }),
    t('Taxable distance ({unit})', { unit: length }),
    t('Bought ({unit})', { unit }),
    t('Tax paid ({unit})', { unit }),
    t('Taxable ({unit})', { unit }),
    t('Net taxable ({unit})', { unit }),
    t('Rate'),
    t('Tax'),
  ]
  const whole = (value: number | null) => wholeText(value, language)
  const name = t('Worksheet of {fuel}', { fuel: t(unitFuelWords[fuel.fuel_type]) })
  const { subtotal } = fuel
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard.
    <section className="margin-scroll ifta-sheet" tabIndex={0} aria-label={name}>
      <table>
        <thead>
          <tr>
            <th scope="col">{t('Jurisdiction')}</th>
            {headings.map((heading) => (
              <th key={heading} scope="col">
                {heading}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {fuel.rows.map((row) => (
            <tr key={`${row.jurisdiction} ${row.kind}`} data-kind={row.kind}>
              <th scope="row">
                <Place row={row} />
              </th>
              <td>{whole(row.distance)}</td>
              <td>{whole(row.taxable_distance)}</td>
              <td>{whole(row.bought)}</td>
              <td>{whole(row.tax_paid)}</td>
              <td>{whole(row.taxable)}</td>
              <td>{whole(row.net)}</td>
              <td>{row.kind === 'outside' ? t('No tax') : rateText(row.rate, language)}</td>
              <td>{moneyText(row.tax, language, sheet.currency)}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{t('Total')}</th>
            <td>{whole(subtotal.distance)}</td>
            <td>{whole(subtotal.taxable_distance)}</td>
            <td>{whole(subtotal.bought)}</td>
            <td>{whole(subtotal.tax_paid)}</td>
            <td>{whole(subtotal.taxable)}</td>
            <td>{whole(subtotal.net)}</td>
            <td />
            <td>{subtotal.tax === null ? t('Incomplete') : moneyText(subtotal.tax, language, sheet.currency)}</td>
          </tr>
        </tfoot>
      </table>
    </section>
  )
}
