import { Button, TextInput } from '@mantine/core'
import { cards } from '@portal/contract/cards/cards.ts'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import type { RecordForm, Values } from '../../form/record-form.ts'
import { useTranslation } from '../../ui/words/translation.ts'
import { TemplateChoice } from './TemplateChoice.tsx'
import { copiedValues, templateValues, usualValues } from './usual-values.ts'
import './card-start.css'

/**
 * Fills the form of a new card from a template, from another card or with usual values (UX-13). Nothing is filled
 * until it is chosen, and every field stays open to change (LIT-7).
 */
export function CardStart({ form }: { form: RecordForm }) {
  const { t } = useTranslation()
  const [said, setSaid] = useState('')
  const fill = (values: Values) => {
    for (const [name, value] of Object.entries(values)) form.change(name, value)
    setSaid(t('Fields filled in: {count}', { count: Object.keys(values).length }))
  }
  return (
    <section className="panel card-start" aria-label={t('Fill in the form')}>
      <TemplateChoice onChosen={(template) => fill(templateValues(template, form.state.getValues()))} />
      <CardChoice onChosen={(card) => fill(copiedValues(card, form.state.getValues()))} />
      <Button variant="default" onClick={() => fill(usualValues(form.state.getValues()))}>
        {t('Fill in the usual values')}
      </Button>
      <span className="card-start-said" role="status">
        {said}
      </span>
    </section>
  )
}

/** Copies limits, refresh days and properties of the card with a number. */
function CardChoice({ onChosen }: { onChosen: (card: Values) => void }) {
  const { t } = useTranslation()
  const [number, setNumber] = useState('')
  const find = useMutation({
    mutationFn: async () => {
      const { cards: found } = await call(cards.list, { query: { filter: [`card_number:${number.trim()}`], size: 1 } })
      return found[0] ? call(cards.get, { params: { id: found[0].id } }) : null
    },
    onSuccess: (card) => card && onChosen(card),
  })
  const missing = find.data === null ? t('No card has this number.') : find.error ? t('Operation Failed!') : undefined
  return (
    <div className="card-start-card">
      <TextInput
        label={t('Start from a card')}
        placeholder={t('Card Number')}
        inputMode="numeric"
        autoComplete="off"
        value={number}
        error={missing}
        onChange={(event) => {
          setNumber(event.currentTarget.value)
          find.reset()
        }}
      />
      <Button variant="default" loading={find.isPending} disabled={number.trim() === ''} onClick={() => find.mutate()}>
        {t('Copy its limits')}
      </Button>
    </div>
  )
}
