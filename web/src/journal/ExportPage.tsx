import './journal.css'
import '../form/form.css'
import '../ui/trouble/panel.css'
import { Alert, Button, Loader, Skeleton } from '@mantine/core'
import { lastMonth } from '@portal/contract/billing/billing-cycles.rules.ts'
import { AppError } from '@portal/contract/errors.ts'
import { type BatchPreview, journalBatches } from '@portal/contract/journal/journal.ts'
import {
  type JournalFormat,
  journalFormats,
  journalFormatWords,
} from '@portal/contract/journal/journal-formats.data.ts'
import { type Currency, currencies } from '@portal/contract/rules/currency.ts'
import { IconFileExport } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { call } from '../api/call.ts'
import { queryKeyOf } from '../api/query-keys.ts'
import { useAction } from '../api/use-action.ts'
import { useDownload } from '../api/use-download.ts'
import { FormHead } from '../form/FormHead.tsx'
import { ChoiceBox } from '../ui/choice/ChoiceBox.tsx'
import { LazyDateBox } from '../ui/LazyDateBox.tsx'
import { dayHere } from '../ui/words/day.ts'
import { sentence } from '../ui/words/sentence.ts'
import { useTranslation } from '../ui/words/translation.ts'
import { ExportPreview } from './ExportPreview.tsx'
import { entriesText } from './entries-text.ts'
import { journalPath } from './journal.paths.ts'

type Asked = { from: string; to: string; format: JournalFormat; currency: Currency | null }
const inputOf = ({ currency, ...asked }: Asked) => ({ ...asked, ...(currency ? { currency } : {}) })

/** Offers the files at once, because the next step is in another program. */
function useExporting() {
  const { t } = useTranslation()
  const download = useDownload(journalBatches.download, 'journal.csv')
  return useAction(journalBatches.create, {
    second: ({ journal_batches: batches }) => ({
      detail: [
        batches
          .map(({ number, entries, currency }) => `${number} · ${currency} · ${entriesText(t, entries)}`)
          .join(', '),
        ...(batches.length > 1 ? [t('Each currency has its own batch. They are all in the list.')] : []),
      ].join('. '),
      actions: batches.map(({ id, number }) => ({
        label: t('Download {batch}', { batch: number }),
        run: () => download.mutate({ params: { id } }),
      })),
    }),
  })
}

/** Period and format first, then what the batch would hold (RECV-10). */
export function ExportPage() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const [asked, setAsked] = useState<Asked>(() => {
    const { start_date, end_date } = lastMonth(dayHere(new Date()))
    return { from: start_date, to: end_date, format: 'csv', currency: null }
  })
  const isBackwards = asked.from > asked.to
  const preview = useQuery({
    queryKey: [...queryKeyOf(journalBatches.preview, asked), 'form'],
    queryFn: ({ signal }) => call(journalBatches.preview, { query: inputOf(asked) }, { signal }),
    enabled: !isBackwards,
    // What is exported must be current, so never use a cached response.
    gcTime: 0,
  })
  const exporting = useExporting()
  const refusal = exporting.error ?? (preview.isFetching ? null : preview.error)
  const fields = refusal instanceof AppError ? refusal.fields : undefined
  const ask = (changed: Partial<Asked>) => {
    setAsked({ ...asked, ...changed })
    exporting.reset()
  }
  const save = () =>
    exporting.mutate(
      { body: inputOf(asked) },
      {
        onSuccess: ({ journal_batches: [batch, ...others] }) =>
          navigate({ to: batch && others.length === 0 ? `${journalPath}/${batch.id}/view` : journalPath }),
        onError: () => preview.refetch(),
      },
    )
  const shown = preview.data && !isBackwards ? preview.data.previews : null
  const toFault = isBackwards ? 'field.to-before-from' : fields?.to
  return (
    <>
      <FormHead title="Export the journal" mode="add" list={{ path: journalPath, label: 'Journal' }} />
      <ExportFields asked={asked} onAsk={ask} fault={toFault ? sentence(t, toFault) : undefined} />
      {refusal && !toFault ? (
        <Alert color="bad" variant="outline" role="alert" mb={12}>
          {sentence(t, refusal.message)}
        </Alert>
      ) : null}
      <div className="panel journal-panel" aria-busy={preview.isFetching}>
        <p className="journal-note">
          {t(
            'A batch contains everything dated in the period that is not in a batch yet, even if it was entered late. The months can be closed or open.',
          )}
        </p>
        {preview.isFetching && !preview.data ? <Skeleton height={160} /> : null}
        {shown?.map((one) => (
          <ExportPreview key={one.currency} preview={one} from={asked.from} />
        ))}
        {shown?.length === 0 ? <p>{t('Nothing to export in this period.')}</p> : null}
        <SaveBar previews={shown ?? []} isBusy={exporting.isPending} onSave={save} />
      </div>
    </>
  )
}

type FieldsProps = { asked: Asked; onAsk: (changed: Partial<Asked>) => void; fault: string | undefined }
function ExportFields({ asked, onAsk, fault }: FieldsProps) {
  const { t } = useTranslation()
  const setDay = (name: 'from' | 'to') => (day: string | null) => day && onAsk({ [name]: day })
  return (
    <div className="panel journal-ask">
      <LazyDateBox label={t('From date')} required clearable={false} value={asked.from} onChange={setDay('from')} />
      <LazyDateBox
        label={t('To date')}
        required
        clearable={false}
        error={fault}
        value={asked.to}
        onChange={setDay('to')}
      />
      <ChoiceBox
        label={t('Format')}
        required
        allowDeselect={false}
        data={journalFormats.map((value) => ({ value, label: t(journalFormatWords[value]) }))}
        value={asked.format}
        onChange={(format) => format && onAsk({ format: format as JournalFormat })}
      />
      <ChoiceBox
        label={t('Currency')}
        allowDeselect={false}
        data={[{ value: '', label: t('Each in a batch') }, ...currencies.map((value) => ({ value, label: value }))]}
        value={asked.currency ?? ''}
        onChange={(currency) => onAsk({ currency: (currency || null) as Currency | null })}
      />
    </div>
  )
}

type BarProps = { previews: readonly BatchPreview[]; isBusy: boolean; onSave: () => void }
function SaveBar({ previews, isBusy, onSave }: BarProps) {
  const { t } = useTranslation()
  const count = previews.reduce((sum, { entries }) => sum + entries, 0)
  const refused = previews.filter(({ fault }) => fault !== null).map(({ currency }) => currency)
  return (
    <div className="journal-bar">
      <span role="status">
        {refused.length > 0
          ? t('{currencies} cannot be exported. See the reason above.', { currencies: refused.join(', ') })
          : null}
      </span>
      <Button
        disabled={count === 0 || refused.length > 0 || isBusy}
        leftSection={isBusy ? <Loader size={16} /> : <IconFileExport size={16} aria-hidden />}
        onClick={onSave}
      >
        {count === 1 ? t('Export 1 entry') : t('Export {count} entries', { count })}
      </Button>
    </div>
  )
}
