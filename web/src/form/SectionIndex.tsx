import { IconCheck } from '@tabler/icons-react'
import { useTranslation } from '../ui/words/translation.ts'
import { type FieldInfo, sectionIdOf } from './form-context.ts'
import { type FormMode, isFilled, isFilledWell, type RecordForm } from './record-form.ts'

type Props = { fields: readonly FieldInfo[]; form: RecordForm; mode: FormMode }

/**
 * Navigates a long form. A section shows a tick when complete, its number of errors when not, and nothing while it is
 * empty.
 */
export function SectionIndex({ fields, form, mode }: Props) {
  const { t } = useTranslation()
  const sections = [...new Set(fields.map(({ section }) => section))]
  const go = (section: string) => {
    const heading = document.getElementById(sectionIdOf(section))
    heading?.scrollIntoView({ block: 'start' })
    heading?.focus({ preventScroll: true })
  }
  return (
    <nav className="panel section-index" aria-label={t('Sections')}>
      <ol>
        {sections.map((section) => {
          const own = fields.filter(({ name, section: where }) => where === section && name !== '')
          const errors = own.filter(({ name }) => form.state.errors[name]).length
          const isBegun = own.some(({ name }) => isFilled(form.state.values[name]) && form.state.values[name] !== false)
          const isDone =
            mode !== 'view' &&
            isBegun &&
            own.every(({ name }) => isFilledWell(form.schema, name, form.state.values[name]))
          return (
            <li key={section}>
              <button type="button" onClick={() => go(section)}>
                <span>{t(section)}</span>
                {errors > 0 ? (
                  <span className="section-errors">
                    {errors}
                    <span className="sr-only"> {errors === 1 ? t('error') : t('errors')}</span>
                  </span>
                ) : isDone ? (
                  <span className="section-done">
                    <IconCheck size={16} stroke={2} aria-hidden />
                    <span className="sr-only">{t('complete')}</span>
                  </span>
                ) : null}
              </button>
            </li>
          )
        })}
      </ol>
    </nav>
  )
}
