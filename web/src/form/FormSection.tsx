import { type ReactNode, use, useEffect } from 'react'
import { useTranslation } from '../ui/words/translation.ts'
import { FormContext, SectionContext, sectionIdOf } from './form-context.ts'
import { type FieldMeanings, Meanings } from './Meanings.tsx'

type Props = { title: string; help?: FieldMeanings; children: ReactNode }
export function FormSection({ title, help, children }: Props) {
  const { t } = useTranslation()
  const id = sectionIdOf(title)
  const register = use(FormContext)?.register
  // A section of pictures has no fields that register it with the index.
  useEffect(() => register?.({ name: '', label: '', section: title }), [register, title])
  return (
    <SectionContext value={title}>
      <section className="panel form-section" aria-labelledby={id}>
        <h2 id={id} tabIndex={-1}>
          {t(title)}
        </h2>
        {help ? <Meanings of={help} /> : null}
        <div className="form-grid">{children}</div>
      </section>
    </SectionContext>
  )
}
