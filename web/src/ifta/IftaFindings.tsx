import type { IftaFinding, IftaWorksheet } from '@portal/contract/ifta/ifta.ts'
import { IconAlertTriangle, IconCircleCheck, IconHelpCircle } from '@tabler/icons-react'
import { PageLink } from '../ui/opening/PageLink.tsx'
import { sentence } from '../ui/words/sentence.ts'
import { useTranslation } from '../ui/words/translation.ts'
import { unitPath } from '../units/units.paths.ts'
import { wholeText } from './ifta-texts.ts'

/** What is missing and what is to be settled, before any figure: nothing is filled in by a guess. */
export function IftaFindings({ sheet }: { sheet: IftaWorksheet }) {
  const { t } = useTranslation()
  const { findings } = sheet
  return (
    <section className="panel ifta-panel" aria-label={t('Before you file')}>
      <h2>{t('Before you file')}</h2>
      {findings.length === 0 ? (
        <p className="ifta-finding" data-kind="none">
          <IconCircleCheck size={18} aria-hidden />
          <span>{t('Nothing is missing.')}</span>
        </p>
      ) : (
        <ul className="ifta-findings">
          {findings.map((finding) => (
            <li key={finding.text} className="ifta-finding" data-kind={finding.kind}>
              {finding.kind === 'missing' ? (
                <IconAlertTriangle size={18} role="img" aria-label={t('Missing', { context: 'ifta' })} />
              ) : (
                <IconHelpCircle size={18} role="img" aria-label={t('Question')} />
              )}
              <div>
                <span>{sentence(t, finding.message, finding.text)}</span>
                {finding.units.length > 0 ? <Units finding={finding} sheet={sheet} /> : null}
              </div>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

function Units({ finding, sheet }: { finding: IftaFinding; sheet: IftaWorksheet }) {
  const { t, language } = useTranslation()
  const name = sentence(t, finding.message, finding.text)
  const hasOdometers = finding.code.startsWith('odometer')
  const whole = (value: number | null) => wholeText(value, language)
  return (
    <details>
      <summary>{t('Show the units')}</summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard. */}
      <section className="margin-scroll ifta-units" tabIndex={0} aria-label={name}>
        <table>
          <thead>
            <tr>
              <th scope="col">{t('Unit', { context: 'vehicle' })}</th>
              <th scope="col">{t('Distance ({unit})', { unit: sheet.length_unit })}</th>
              {hasOdometers ? <th scope="col">{t('Odometers ({unit})', { unit: sheet.length_unit })}</th> : null}
              <th scope="col">{t('Fuel ({unit})', { unit: sheet.volume_unit })}</th>
            </tr>
          </thead>
          <tbody>
            {finding.units.map((unit) => (
              <tr key={unit.unit_number}>
                <th scope="row">
                  <PageLink to={unit.unit_id === null ? null : unitPath(unit.unit_id)}>{unit.unit_number}</PageLink>
                </th>
                <td>{whole(unit.distance)}</td>
                {hasOdometers ? <td>{whole(unit.odometer_distance)}</td> : null}
                <td>{whole(unit.volume)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </details>
  )
}
