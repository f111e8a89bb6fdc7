import type { Dashboard } from '@portal/contract/dashboard/dashboard.ts'
import { importStatusWords } from '@portal/contract/imports/imports-words.data.ts'
import { importsPath } from '../imports/imports.paths.ts'
import { PageLink } from '../ui/opening/PageLink.tsx'
import { StatusBadge } from '../ui/StatusBadge.tsx'
import { instantText } from '../ui/words/texts.ts'
import { useTranslation } from '../ui/words/translation.ts'

export function ImportsPanel({ imports }: { imports: NonNullable<Dashboard['imports']> }) {
  const { t, language } = useTranslation()
  return (
    <section className="panel dash-panel" aria-label={t('Recent imports')}>
      <div className="dash-head">
        <h2>{t('Recent imports')}</h2>
        <PageLink className="dash-link" to={importsPath}>
          {t('All imports')}
        </PageLink>
      </div>
      {imports.length === 0 ? <p className="dash-none">{t('No Import records to show')}</p> : null}
      <ul className="dash-rows dash-imports">
        {imports.map((one) => (
          <li key={one.id}>
            <span className="dash-import">
              <PageLink className="dash-link" to={`${importsPath}/${one.id}/view`}>
                {one.file_name}
              </PageLink>
              <small>
                {t(one.kind_words)}, {instantText(one.created_at)}
              </small>
            </span>
            <span className="dash-import-end">
              <StatusBadge word={importStatusWords[one.status]} />
              <small>
                {t('{done} of {all} rows', {
                  done: one.booked_count.toLocaleString(language),
                  all: one.read_count.toLocaleString(language),
                })}
              </small>
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
