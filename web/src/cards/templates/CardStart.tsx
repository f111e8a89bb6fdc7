import '@mantine/core/styles/Combobox.css'
import { Button, Select, TextInput } from '@mantine/core'
import { cardTemplates } from '@portal/contract/cards/card-templates.ts'
import { cards } from '@portal/contract/cards/cards.ts'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../api/call.ts'
import { queryKeyOf } from '../../api/query-keys.ts'
import type { RecordForm, Values } from '../../form/record-form.ts'
import { templatesPath } from '../cards.paths.ts'
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
    setSaid(t('Fields filled: {count}', { count: Object.keys(values).length }))
  }
  return (
    <section className="panel card-start" aria-label={t('Fill the form')}>
      <TemplateChoice onChosen={(template) => fill(templateValues(template, form.state.getValues()))} />
      <CardChoice onChosen={(card) => fill(copiedValues(card, form.state.getValues()))} />
      <Button variant="default" onClick={() => fill(usualValues(form.state.getValues()))}>
        {t('Fill usual values')}
      </Button>
      <span className="card-start-said" role="status">
        {said}
      </span>
    </section>
  )
}

/** The templates, those of one company with its name. */
export function useTemplates() {
  const { data } = useQuery({
    queryKey: queryKeyOf(cardTemplates.list),
    queryFn: ({ signal }) => call(cardTemplates.list, {}, { signal }),
    staleTime: 60_000,
  })
  return data?.templates
}

export function TemplateChoice({ onChosen }: { onChosen: (template: Values) => void }) {
  const { t } = useTranslation()
  const templates = useTemplates()
  const [chosen, setChosen] = useState<string | null>(null)
  if (templates?.length === 0)
    return (
      <p className="record-note card-start-note">
        {t('There are no templates yet.')}{' '}
        <Link className="row-link" to={templatesPath}>
          {t('Card templates')}
        </Link>
      </p>
    )
  return (
    <Select
      label={t('Start from a template')}
      data={(templates ?? []).map(({ id, name, is_shared, company_name }) => ({
        value: String(id),
        label: is_shared ? name : `${name} (${company_name})`,
      }))}
      value={chosen}
      searchable
      withScrollArea={false}
      classNames={{ options: 'select-options' }}
      nothingFoundMessage={t('No Record found')}
      onChange={(id) => {
        setChosen(id)
        const template = templates?.find((one) => String(one.id) === id)
        if (template) onChosen(template)
      }}
    />
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
