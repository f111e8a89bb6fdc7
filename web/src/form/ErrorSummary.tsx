import { Alert } from '@mantine/core'
import { sentence } from '../ui/words/sentence.ts'
import { useTranslation } from '../ui/words/translation.ts'
import { type FieldInfo, fieldIdOf, focusField } from './form-context.ts'

/** All errors at the top of a long form, each with a link to its field. Fields with the same error share a sentence. */
export function ErrorSummary({
  fields,
  errors,
}: {
  fields: readonly FieldInfo[]
  errors: Readonly<Record<string, unknown>>
}) {
  const { t } = useTranslation()
  const names = Object.keys(errors).filter((name) => typeof errors[name] === 'string')
  if (names.length === 0) return null
  const inOrder = [
    ...fields.filter(({ name }) => names.includes(name)),
    ...names.filter((name) => !fields.some((field) => field.name === name)).map((name) => ({ name, label: name })),
  ]
  const faults = Map.groupBy(inOrder, ({ name }) => String(errors[name]))
  const title =
    names.length === 1 ? t('1 field needs attention') : t('{count} fields need attention', { count: names.length })
  return (
    <Alert className="form-alert" color="bad" variant="outline" role="alert" title={title}>
      {[...faults].map(([fault, faulty]) => (
        <div key={fault} className="error-summary">
          <p>{sentence(t, fault)}</p>
          <ul>
            {faulty.map(({ name, label }) => (
              <li key={name}>
                <a
                  href={`#${fieldIdOf(name)}`}
                  onClick={(event) => {
                    // Following the link would be a navigation, and the leave guard would ask.
                    event.preventDefault()
                    focusField(name)
                  }}
                >
                  {t(label)}
                </a>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </Alert>
  )
}
