import '@mantine/core/styles/Progress.css'
import '../form/form.css'
import { Alert, Button, Loader, NativeSelect, Progress } from '@mantine/core'
import type { CallReply } from '@portal/contract/endpoint.ts'
import { AppError, type FileReport } from '@portal/contract/errors.ts'
import { rateProviders } from '@portal/contract/lookups/providers.rules.ts'
import { dailyRates, maxRateBytes, requiredRateFile, requiredRateProvider } from '@portal/contract/rates/daily-rates.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { call } from '../api/call.ts'
import { toastTexts } from '../api/toasts.ts'
import { FileDrop } from '../imports/FileDrop.tsx'
import { ImportErrors } from '../imports/ImportErrors.tsx'
import { watchImport } from '../imports/watch-import.ts'
import { useIsAdding } from '../list/use-list.ts'
import { notify } from '../ui/notify.ts'
import { PageLink } from '../ui/opening/PageLink.tsx'
import { differencesText } from '../ui/words/figures.ts'
import { sentence } from '../ui/words/sentence.ts'
import { useTranslation } from '../ui/words/translation.ts'
import { dailyRatesPath } from './daily-rates.paths.ts'

const endings = ['.xls', '.xlsx'] as const
/** Checks what can be known before the upload (RATE-1). */
function faultOfFile(file: File | null): string | undefined {
  if (!file) return requiredRateFile
  if (!endings.some((ending) => file.name.toLowerCase().endsWith(ending)))
    return 'Choose a file that ends in .xls or .xlsx.'
  if (file.size > maxRateBytes) return 'The file is larger than 1,000,000 bytes.'
  return undefined
}

type Done = Pick<
  CallReply<typeof dailyRates.upload>,
  'status' | 'warnings_total' | 'repriced_count' | 'repriced_totals'
> & { id: number }
type Outcome = Done | { refusal: string; report: FileReport | undefined }
type Faults = { type?: string | undefined; file?: string | undefined }
const texts = toastTexts['dailyRates.upload']

/** Provider, file and upload (RATE-1, RATE-2), with the result. */
export function RateUploadCard() {
  const { t } = useTranslation()
  const isAdding = useIsAdding()
  const [provider, setProvider] = useState('')
  const [file, setFile] = useState<File | null>(null)
  const [faults, setFaults] = useState<Faults>({})
  const { send, isSending, outcome, forget } = useRateUpload(setFaults, () => setFile(null))
  const select = useRef<HTMLSelectElement>(null)
  useEffect(() => {
    if (isAdding) select.current?.focus()
  }, [isAdding])
  const start = (mode?: 'preview') => {
    const found = { type: provider === '' ? requiredRateProvider : undefined, file: faultOfFile(file) }
    setFaults(found)
    if (found.type) select.current?.focus()
    else if (!found.file && file) send(provider, file, mode)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    start()
  }
  return (
    <section className="panel rate-upload" aria-label={t('Upload daily rates')}>
      <form onSubmit={submit} noValidate aria-busy={isSending}>
        <h2>{t('Upload daily rates')}</h2>
        <NativeSelect
          ref={select}
          label={t('Fuel provider')}
          required
          data={[{ value: '', label: t('Choose one') }, ...rateProviders.map((value) => ({ value, label: value }))]}
          value={provider}
          error={faults.type ? sentence(t, faults.type) : undefined}
          disabled={isSending}
          onChange={(event) => {
            setProvider(event.currentTarget.value)
            setFaults((now) => ({ ...now, type: undefined }))
          }}
        />
        <FileDrop
          file={file}
          accept={endings}
          note={t('xls or xlsx, at most 1,000,000 bytes. If one row has an error, nothing is saved.')}
          error={faults.file ? sentence(t, faults.file) : undefined}
          isDisabled={isSending}
          onChoose={(chosen) => {
            forget()
            setFile(chosen)
            setFaults((now) => ({ ...now, file: faultOfFile(chosen) }))
          }}
        />
        {isSending ? <Progress value={100} animated aria-label={t('Progress')} /> : null}
        <div className="rate-upload-bar">
          <Button variant="default" disabled={isSending} onClick={() => start('preview')}>
            {t('Preview')}
          </Button>
          <Button type="submit" disabled={isSending} {...(isSending ? { leftSection: <Loader size={16} /> } : {})}>
            {t('Upload')}
          </Button>
        </div>
      </form>
      {outcome ? <RateOutcome outcome={outcome} /> : null}
    </section>
  )
}

function useRateUpload(setFaults: (faults: Faults) => void, onDone: () => void) {
  const { t } = useTranslation()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const [isSending, setSending] = useState(false)
  const [outcome, setOutcome] = useState<Outcome>()
  const fail = (error: unknown) => {
    const message = error instanceof Error ? error.message : 'Operation Failed!'
    notify.failure(t(texts.failure), sentence(t, message))
    if (!(error instanceof AppError)) return setFaults({ file: message })
    if (error.report) setOutcome({ refusal: message, report: error.report })
    else setFaults({ type: error.fields?.type, file: error.fields?.file ?? (error.fields?.type ? undefined : message) })
  }
  const send = async (type: string, file: File, mode?: 'preview') => {
    setOutcome(undefined)
    setSending(true)
    try {
      const {
        import_id,
        status,
        warnings: _,
        ...reported
      } = await call(dailyRates.upload, { file, form: { type, mode: mode ?? '' }, query: {} }, { keepPlace: true })
      if (status === 'ready') return void navigate({ to: `${dailyRatesPath}/${import_id}/edit` as never })
      // If it takes too long, the job continues and its outcome is shown later.
      if (status === 'done') notify.success(t(texts.success))
      else void watchImport(queries, import_id, texts, t, 'dailyRates')
      setOutcome({ id: import_id, status, ...reported })
      onDone()
    } catch (error) {
      fail(error)
    } finally {
      setSending(false)
      await Promise.all([
        queries.invalidateQueries({ queryKey: ['dailyRates'] }),
        queries.invalidateQueries({ queryKey: ['imports'] }),
        queries.invalidateQueries({ queryKey: ['todo'] }),
      ])
    }
  }
  return { send, isSending, outcome, forget: () => setOutcome(undefined) }
}

function RatesDone({ done }: { done: Done }) {
  const { t, language } = useTranslation()
  const { warnings_total: warnings, repriced_count: repriced, repriced_totals } = done
  const isOver = done.status === 'done'
  const several =
    warnings > 1
      ? t('The rates are saved, with {count} warnings.', { count: warnings })
      : t('The rates are saved, with 1 warning.')
  const words = warnings > 0 ? several : t('The rates are saved.')
  return (
    <Alert color={warnings > 0 || !isOver ? 'warn' : 'ok'} variant="outline" role="status">
      {isOver ? words : t('The file is still being processed. We notify you when it is done.')}{' '}
      {repriced ? (
        <>
          {t('Unbilled transactions repriced: {count} ({amounts}).', {
            count: repriced,
            amounts: differencesText(repriced_totals ?? [], language),
          })}{' '}
        </>
      ) : null}
      <PageLink to={`${dailyRatesPath}/${done.id}/edit` as never}>{t('Show the report')}</PageLink>
    </Alert>
  )
}

function RateOutcome({ outcome }: { outcome: Outcome }) {
  const { t } = useTranslation()
  if ('id' in outcome) return <RatesDone done={outcome} />
  const { refusal, report } = outcome
  return (
    <>
      <Alert color="bad" variant="outline" role="alert">
        {sentence(t, refusal)}{' '}
        {report ? (
          <PageLink to={`${dailyRatesPath}/${report.import_id}/edit` as never}>{t('Show the report')}</PageLink>
        ) : null}
      </Alert>
      {report ? (
        <ImportErrors record={{ id: report.import_id, errors: report.errors, errors_total: report.errors_total }} />
      ) : null}
    </>
  )
}
