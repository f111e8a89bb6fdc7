import { Alert } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { sentence } from '../ui/sentence.ts'
import { type FieldInfo, fieldIdOf, focusField } from './form-context.ts'

/** Every error at once with a way to each, on top, where a long form begins. */
export function ErrorSummary({ fields, errors }: { fields: readonly FieldInfo[]; errors: Readonly<Record<string, unknown>> }) {
  const { t } = useTranslation()
  const names = Object.keys(errors).filter((name) => typeof errors[name] === 'string')
  if (names.length === 0) return null
  const known = fields.filter(({ name }) => names.includes(name))
  const others = names.filter((name) => !fields.some((field) => field.name === name))
  return (
    <Alert
      color="bad"
      variant="outline"
      role="alert"
      title={names.length === 1 ? t('1 field needs attention') : t('{count} fields need attention', { count: names.length })}
    >
      <ul className="error-summary">
        {known.map(({ name, label }) => (
          <li key={name}>
            <a
              href={`#${fieldIdOf(name)}`}
              onClick={(event) => {
                // Following the link itself would be a navigation, and the leave guard would ask.
                event.preventDefault()
                focusField(name)
              }}
            >
              {t(label)}
            </a>
            : {sentence(t, String(errors[name]))}
          </li>
        ))}
        {others.map((name) => (
          <li key={name}>
            {name}: {sentence(t, String(errors[name]))}
          </li>
        ))}
      </ul>
    </Alert>
  )
}
