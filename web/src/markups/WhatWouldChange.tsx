import { Alert, Button, Loader } from '@mantine/core'
import { AppError } from '@portal/contract/errors.ts'
import { markupPreview, type Preview } from '@portal/contract/pricing/markup-preview.ts'
import { IconScale } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import { keepFocus } from '../form/keep-focus.ts'
import type { RecordForm, Values } from '../form/record-form.ts'
import { EffectFigures } from '../ui/EffectFigures.tsx'
import { sentence } from '../ui/words/sentence.ts'
import { dateText } from '../ui/words/texts.ts'
import { useTranslation } from '../ui/words/translation.ts'

/** Previews the markup's effect on all uninvoiced purchases before saving (RATE-7). Further input clears the preview. */
export function WhatWouldChange({ form, question }: { form: RecordForm; question: Values }) {
  const { t } = useTranslation()
  const key = JSON.stringify(question)
  const ask = useMutation({
    mutationFn: async () => ({ key, answer: await call(markupPreview.preview, { body: question as never }) }),
    onError: (error) => {
      if (error instanceof AppError && error.fields)
        form.state.setErrors({
          ...error.fields,
          ...(error.fields.from_date ? { changes_from: error.fields.from_date } : {}),
        })
    },
  })
  const answer = ask.data?.key === key ? ask.data.answer : undefined
  return (
    <>
      <Button
        {...keepFocus}
        variant="light"
        disabled={ask.isPending}
        leftSection={ask.isPending ? <Loader size={16} /> : <IconScale size={16} aria-hidden />}
        onClick={() => {
          if (!form.state.validate().hasErrors) ask.mutate()
        }}
      >
        {t('What would change')}
      </Button>
      <div role="status">
        {ask.error && !(ask.error instanceof AppError && ask.error.fields) ? (
          <Alert color="bad" variant="outline">
            {sentence(t, ask.error.message)}
          </Alert>
        ) : null}
        {answer ? <Answer preview={answer} /> : null}
      </div>
    </>
  )
}

function Answer({ preview }: { preview: Preview }) {
  const { t } = useTranslation()
  const { from_date, to_date, count, changed } = preview
  const days = { from: dateText(from_date), to: dateText(to_date) }
  if (count === 0)
    return <p className="what-if">{t('This company has no uninvoiced purchases with this provider on these days.')}</p>
  return (
    <div className="what-if">
      <p>
        {changed === 0
          ? t('The price of none of the {count} uninvoiced purchases from {from} to {to} would change.', {
              count,
              ...days,
            })
          : t('The price of {changed} of the {count} uninvoiced purchases from {from} to {to} would change.', {
              changed,
              count,
              ...days,
            })}
      </p>
      <EffectFigures effect={preview} />
    </div>
  )
}
