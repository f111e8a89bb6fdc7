import './limits.css'
import { cardLimits, type LimitsPreview } from '@portal/contract/cards/card-limits.ts'
import { type CommonFields, commonFields } from '@portal/contract/cards/card-templates.ts'
import { AppError } from '@portal/contract/errors.ts'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { useAction } from '../../api/use-action.ts'
import { FormDialog } from '../../form/FormDialog.tsx'
import { isFilled, useRecordForm, type Values, valuesOf } from '../../form/record-form.ts'
import { useTranslation } from '../../ui/words/translation.ts'
import { type Chosen, ChosenText } from '../chosen-cards.tsx'
import { SharedSections } from '../templates/SharedSections.tsx'
import { TemplateChoice } from '../templates/TemplateChoice.tsx'
import { LimitsPreviewTable } from './LimitsPreviewTable.tsx'

type Props = { opened: boolean; chosen: Chosen; onClose: () => void; onDone: () => void }
type Shown = { key: string; preview: LimitsPreview }

const filledOf = (values: Values) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => isFilled(value))) as CommonFields

/** New limits for many cards: entered or from a template, shown field by field, then applied at once (UX-13). */
export function LimitsDialog({ opened, chosen, onClose, onDone }: Props) {
  const { t } = useTranslation()
  const form = useRecordForm(commonFields, valuesOf(commonFields, {}))
  const [shown, setShown] = useState<Shown | null>(null)
  const changes = filledOf(form.state.values)
  const key = JSON.stringify(changes)
  const preview = useMutation({
    mutationFn: () => call(cardLimits.limitsPreview, { body: { ...chosen.body, changes } }, { keepPlace: true }),
    onSuccess: (reply) => setShown({ key, preview: reply }),
  })
  const apply = useAction(cardLimits.limits, {
    keepPlace: true,
    isShownInPlace: true,
    second: ({ changed }) => ({ detail: t('Changed: {count}', { count: changed }) }),
  })
  const current = shown?.key === key ? shown.preview : null
  const close = () => {
    form.state.reset()
    setShown(null)
    preview.reset()
    apply.reset()
    onClose()
  }
  const submit = () => {
    if (!current || current.changed === 0) return preview.mutate()
    const onSuccess = () => {
      close()
      onDone()
    }
    // A stale preview is replaced by the current one, with the reason above it.
    const onError = (error: Error) => {
      if (error instanceof AppError && error.code === 'card.limits-stale') preview.mutate()
    }
    apply.mutate({ body: { ...chosen.body, changes, preview_token: current.token } }, { onSuccess, onError })
  }
  const error = apply.error ?? preview.error
  return (
    <FormDialog
      opened={opened}
      title="Change limits"
      form={form}
      size={760}
      submit={current && current.changed > 0 ? 'Change the cards' : 'Show what changes'}
      isBusy={preview.isPending || apply.isPending}
      error={error ? (error instanceof AppError && error.fields?.changes) || error.message : undefined}
      onSubmit={submit}
      onClose={close}
    >
      <ChosenText chosen={chosen} />
      <p className="record-note">
        {t('Only the fields you fill in are changed. Balances follow at their next refresh.')}
      </p>
      <TemplateChoice
        onChosen={(template) => {
          for (const name of Object.keys(commonFields.shape))
            if (isFilled(template[name])) form.change(name, template[name])
        }}
      />
      {current ? <LimitsPreviewTable key={current.token} preview={current} /> : null}
      <div className="limits-fields">
        <SharedSections uom="" />
      </div>
    </FormDialog>
  )
}
