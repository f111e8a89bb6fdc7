import { thresholdWords } from '@portal/contract/exceptions/exceptions-words.data.ts'
import { lazily } from '../../ui/lazily.tsx'
import './exceptions.css'
import { Button, Skeleton } from '@mantine/core'
import { thresholdNames } from '@portal/contract/exceptions/exception-rules.data.ts'
import {
  exceptionThresholds,
  type ThresholdRow,
  type ThresholdSettings,
} from '@portal/contract/exceptions/thresholds.ts'
import { IconArrowLeft, IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { toList } from '../../api/list-address.ts'
import { queryKeyOf } from '../../api/query-keys.ts'
import { useCan } from '../../api/session.ts'
import { Heading } from '../../ui/Heading.tsx'
import { LinkButton } from '../../ui/LinkButton.tsx'
import { LoadTrouble } from '../../ui/trouble/LoadTrouble.tsx'
import { useDialog } from '../../ui/use-dialog.tsx'
import { useTranslation } from '../../ui/words/translation.ts'
import { exceptionsPath } from './exceptions.paths.ts'

const ThresholdDialog = lazily(() => import('./ThresholdDialog.tsx'), 'ThresholdDialog')

/** From which numbers on a rule finds something: the portal's own, and those of providers and customers (EXC-2). */
export function ThresholdsPage() {
  const { t } = useTranslation()
  const mayChange = useCan()(exceptionThresholds.save)
  const { data, error, refetch, isFetching } = useQuery({
    queryKey: queryKeyOf(exceptionThresholds.get, {}),
    queryFn: ({ signal }) => call(exceptionThresholds.get, {}, { signal }),
  })
  const { ask, dialog } = useDialog((stored: ThresholdRow | null, frame) =>
    data ? <ThresholdDialog key={stored?.id ?? 0} stored={stored} defaults={data.defaults} {...frame} /> : null,
  )
  return (
    <>
      <div className="page-head">
        <Heading>{t('Thresholds')}</Heading>
        <div className="page-actions">
          <LinkButton {...toList(exceptionsPath)} icon={IconArrowLeft} label="List of Exceptions" />
          {mayChange ? (
            <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => ask(null)}>
              {t('Add thresholds')}
            </Button>
          ) : null}
        </div>
      </div>
      {error ? <LoadTrouble error={error} isRetrying={isFetching} onRetry={() => refetch()} /> : null}
      {data ? <ThresholdTable settings={data} onEdit={mayChange ? ask : undefined} /> : <Skeleton height={240} />}
      {dialog}
    </>
  )
}

type TableProps = { settings: ThresholdSettings; onEdit: ((row: ThresholdRow) => void) | undefined }
function ThresholdTable({ settings: { defaults, thresholds }, onEdit }: TableProps) {
  const { t, language } = useTranslation()
  const shown = (value: number | null) => value?.toLocaleString(language) ?? '–'
  return (
    <section className="panel form-section threshold-scroll">
      <table className="threshold-table">
        <thead>
          <tr>
            <th scope="col">{t('Threshold')}</th>
            <th scope="col">{t('Portal’s own')}</th>
            {thresholds.map((row) => (
              <th key={row.id} scope="col">
                {onEdit ? (
                  <Button
                    size="compact-sm"
                    variant="subtle"
                    aria-label={t('Edit the thresholds of {record}', {
                      record: row.company_name ?? row.provider ?? '',
                    })}
                    onClick={() => onEdit(row)}
                  >
                    {row.company_name ?? row.provider}
                  </Button>
                ) : (
                  (row.company_name ?? row.provider)
                )}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {thresholdNames.map((name) => (
            <tr key={name}>
              <th scope="row">{t(thresholdWords[name])}</th>
              <td>{shown(defaults[name])}</td>
              {thresholds.map((row) => (
                <td key={row.id}>{shown(row[name])}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
