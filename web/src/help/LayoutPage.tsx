import './help.css'
import '../form/form.css'
import '../ui/record/record.css'
import { Button, Skeleton } from '@mantine/core'
import { AppError } from '@portal/contract/errors.ts'
import { type FileLayout, help, layoutKinds } from '@portal/contract/help/help.ts'
import { IconArrowLeft, IconDownload } from '@tabler/icons-react'
import { useParams } from '@tanstack/react-router'
import { useDownload } from '../api/use-download.ts'
import { Heading } from '../ui/Heading.tsx'
import { LinkButton } from '../ui/LinkButton.tsx'
import { Fact } from '../ui/record/Fact.tsx'
import { LoadTrouble } from '../ui/trouble/LoadTrouble.tsx'
import { MissingRecord } from '../ui/trouble/MissingRecord.tsx'
import { useTranslation } from '../ui/words/translation.ts'
import { helpPath } from './help.paths.ts'
import { useLayouts } from './use-layouts.ts'

/** What one fuel provider's file must have, with a sample (UX-12). */
export function LayoutPage() {
  const { key } = useParams({ strict: false })
  const { data, error, refetch, isFetching } = useLayouts()
  if (error) return <LoadTrouble error={error} isRetrying={isFetching} onRetry={() => refetch()} />
  if (!data) return <Skeleton height={320} />
  const layout = data.layouts.find((one) => one.key === key)
  return layout ? <Layout layout={layout} /> : <MissingRecord error={new AppError('record.not-found')} />
}

function Layout({ layout }: { layout: FileLayout }) {
  const { t } = useTranslation()
  const sample = useDownload(help.sample, layout.sample)
  const title = `${layout.provider}, ${t(layoutKinds[layout.kind])}`
  return (
    <div className="record-page">
      <div className="page-head">
        <Heading>{title}</Heading>
        <div className="page-actions">
          <LinkButton to={helpPath} icon={IconArrowLeft} label="Help" />
          <Button
            leftSection={<IconDownload size={16} aria-hidden />}
            loading={sample.isPending}
            onClick={() => sample.mutate({ params: { key: layout.key } })}
          >
            {t('Sample file')}
          </Button>
        </div>
      </div>
      <section className="panel form-section" aria-labelledby="layout-file">
        <h2 id="layout-file">{t('The file')}</h2>
        <dl className="record-facts">
          <Fact name={t('Type of file')}>{layout.extensions.join(', ')}</Fact>
          <Fact name={t('Dates')}>{layout.date_formats.map((format) => t(format)).join(', ')}</Fact>
        </dl>
        <p className="record-note">
          {t('Columns can be in any order, and rows above the header are skipped. Other columns are ignored.')}
        </p>
      </section>
      <section className="panel form-section">
        <h2 id="layout-columns">{t('Columns')}</h2>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard. */}
        <section className="record-scroll" aria-labelledby="layout-columns" tabIndex={0}>
          <table className="record-table">
            <thead>
              <tr>
                <th scope="col">{t('Column')}</th>
                <th scope="col">{t('Required')}</th>
                <th scope="col">{t('Also accepted')}</th>
              </tr>
            </thead>
            <tbody>
              {layout.columns.map(({ name, is_required, other_names }) => (
                <tr key={name}>
                  <th scope="row">{name}</th>
                  <td>{is_required ? t('Required') : ''}</td>
                  <td {...(other_names.length > 0 ? { 'data-label': t('Also accepted') } : {})}>
                    {other_names.join(', ')}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      </section>
    </div>
  )
}
