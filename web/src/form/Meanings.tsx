import { useTranslation } from '../ui/words/translation.ts'

/** What fields mean, by their label. */
export type FieldMeanings = Readonly<Record<string, string>>

/** The trade's words, explained where they stand (UX-12). */
export function Meanings({ of: meanings }: { of: FieldMeanings }) {
  const { t } = useTranslation()
  return (
    <details className="field-meanings">
      <summary>{t('What the fields mean')}</summary>
      <dl>
        {Object.entries(meanings).map(([label, meaning]) => (
          <div key={label}>
            <dt>{t(label)}</dt>
            <dd>{t(meaning)}</dd>
          </div>
        ))}
      </dl>
    </details>
  )
}
