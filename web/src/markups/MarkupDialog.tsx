import { sentence } from '../ui/words/sentence.ts'
import './markups.css'
import '@mantine/core/styles/Radio.css'
import { Alert, Button, Group, Radio, Stack } from '@mantine/core'
import { AppError } from '@portal/contract/errors.ts'
import { type Markup, type MarkupChange, markups } from '@portal/contract/markups/markups.ts'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { call } from '../api/call.ts'
import { queryKeyOf } from '../api/query-keys.ts'
import { useAction } from '../api/use-action.ts'
import { FormDialog } from '../form/FormDialog.tsx'
import { type RecordForm, useRecordForm, type Values } from '../form/record-form.ts'
import { Dialog } from '../ui/dialog/Dialog.tsx'
import { dayHere } from '../ui/words/day.ts'
import { dateText } from '../ui/words/texts.ts'
import { useTranslation } from '../ui/words/translation.ts'
import { MarkupFields } from './MarkupFields.tsx'
import { adding, blankMarkup, canBeSucceeded, changing, questionOf, valuesOfMarkup, type Way } from './markup-form.ts'
import { WhatWouldChange } from './WhatWouldChange.tsx'

type Props = { opened: boolean; onClose: () => void }

/**
 * `target` is the markup to change, `add-new`, or undefined when no dialog is open. Each opening starts fresh, and
 * closing restores the focus.
 */
export function MarkupDialog({ target, onClose }: { target: string | undefined; onClose: () => void }) {
  const [opening, setOpening] = useState<{ target: string; no: number } | null>(null)
  const [before, setBefore] = useState<string>()
  if (target !== before) {
    setBefore(target)
    if (target !== undefined) setOpening({ target, no: (opening?.no ?? 0) + 1 })
  }
  if (!opening) return null
  const shared = { key: opening.no, opened: target !== undefined, onClose }
  return opening.target === 'add-new' ? (
    <AddMarkup {...shared} />
  ) : (
    <LoadMarkup {...shared} id={opening.target} no={opening.no} />
  )
}

/** Saves, then closes. Errors go to their fields, or below them if they belong to none. */
function useSaving(form: RecordForm, save: (values: Values) => Promise<unknown>, onSaved: () => void) {
  const [isSaved, setSaved] = useState(false)
  const [refusal, setRefusal] = useState<Error>()
  // biome-ignore lint/correctness/useExhaustiveDependencies: `onClose` is new on every render; close once, after the guard knows of the save.
  useEffect(() => {
    if (isSaved) onSaved()
  }, [isSaved])
  const submit = async (values: Values) => {
    setRefusal(undefined)
    try {
      await save(values)
      form.state.resetDirty()
      setSaved(true)
    } catch (error) {
      const fields = error instanceof AppError ? error.fields : undefined
      if (fields) form.state.setErrors({ ...fields, ...(fields.from_date ? { changes_from: fields.from_date } : {}) })
      else setRefusal(error instanceof Error ? error : new Error('Operation Failed!'))
    }
  }
  return { submit, refusal, clear: () => setRefusal(undefined) }
}

function AddMarkup({ opened, onClose }: Props) {
  const form = useRecordForm(adding, blankMarkup(dayHere(new Date())))
  const create = useAction(markups.create, { keepPlace: true })
  const { submit, refusal } = useSaving(
    form,
    (values) => create.mutateAsync({ body: values as typeof adding._zod.input }),
    onClose,
  )
  return (
    <FormDialog
      opened={opened}
      title="Add Customer Markup"
      form={form}
      submit="Save"
      isBusy={create.isPending}
      error={refusal?.message}
      first="customer_company_id"
      onSubmit={submit}
      onClose={onClose}
    >
      <MarkupFields form={form} way="add" />
      <WhatWouldChange form={form} question={questionOf(form.state.values, 'add')} />
    </FormDialog>
  )
}

function LoadMarkup({ id, no, opened, onClose }: Props & { id: string; no: number }) {
  const { t } = useTranslation()
  const read = (signal?: AbortSignal) => call(markups.get, { params: { id } }, signal ? { signal } : {})
  // Never cached: a cached copy would have an old version.
  const { data, error, refetch, isFetching } = useQuery({
    queryKey: [...queryKeyOf(markups.get, { id }), 'dialog', no],
    queryFn: ({ signal }) => read(signal),
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  })
  const isFailed = opened && error !== null && data === undefined
  if (data) return <ChangeMarkup markup={data} reread={() => read()} opened={opened} onClose={onClose} />
  return (
    <Dialog opened={isFailed} onClose={onClose} title={t('Update Customer Markup')} size={440}>
      <Stack gap={12}>
        <Alert
          color="bad"
          variant="outline"
          role="alert"
          title={t('Error while performing operation. Please refresh your browser')}
        >
          {error ? sentence(t, error.message) : null}
        </Alert>
        <Group gap={12} justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {t('Cancel')}
          </Button>
          <Button loading={isFetching} onClick={() => refetch()}>
            {t('Try again')}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  )
}

function ChangeMarkup({ markup, reread, opened, onClose }: Props & { markup: Markup; reread: () => Promise<Markup> }) {
  const [way, setWay] = useState<Way>('correct')
  const form = useRecordForm(changing[way], valuesOfMarkup(markup, dayHere(new Date())))
  const update = useAction(markups.update, { keepPlace: true })
  const succeed = useAction(markups.succeed, { keepPlace: true })
  const save = (values: Values) => {
    const { changes_from, customer_company_id, ...change } = values as MarkupChange & {
      changes_from: string
      customer_company_id: number
    }
    if (way === 'correct') return update.mutateAsync({ body: { ...change, id: markup.id } })
    const { mark_up_value, version } = change
    return succeed.mutateAsync({ params: { id: markup.id }, body: { mark_up_value, version, from_date: changes_from } })
  }
  const { submit, refusal, clear } = useSaving(form, save, onClose)
  const isStale = refusal instanceof AppError && refusal.code === 'record.stale'
  const reload = async () => {
    form.rebase(valuesOfMarkup(await reread(), dayHere(new Date())))
    clear()
  }
  const lockOf = (name: string) => {
    if (name === 'customer_company_id') return 'The company of a markup cannot be changed.'
    return way === 'from-date' && name === 'fuel_company_provider_id'
      ? 'The new value applies to the same provider.'
      : undefined
  }
  return (
    <FormDialog
      opened={opened}
      title="Update Customer Markup"
      form={form}
      submit="Update"
      isBusy={update.isPending || succeed.isPending}
      error={refusal?.message}
      onReload={isStale ? reload : undefined}
      lockOf={lockOf}
      {...(canBeSucceeded(markup) ? {} : { first: 'mark_up_value' })}
      onSubmit={submit}
      onClose={onClose}
    >
      {canBeSucceeded(markup) ? <WayField markup={markup} way={way} onChange={setWay} /> : null}
      <MarkupFields form={form} way={way} />
      <WhatWouldChange form={form} question={questionOf(form.state.values, way, markup)} />
    </FormDialog>
  )
}

const box = { radio: 'control-box' }
/** Asked before the value, because it decides which transactions the value applies to. */
function WayField({ markup, way, onChange }: { markup: Markup; way: Way; onChange: (way: Way) => void }) {
  const { t } = useTranslation()
  const from = dateText(markup.from_date)
  return (
    <Radio.Group label={t('What kind of change is this?')} value={way} onChange={(chosen) => onChange(chosen as Way)}>
      <Stack gap={8} mt={6}>
        <Radio
          value="correct"
          data-autofocus
          classNames={box}
          label={t('Correct the value')}
          description={t('The new value applies from {from} to everything that is not invoiced yet.', { from })}
        />
        <Radio
          value="from-date"
          classNames={box}
          label={t('Change it from a date')}
          description={t('This markup ends the day before, and a new one replaces it.')}
        />
      </Stack>
    </Radio.Group>
  )
}
