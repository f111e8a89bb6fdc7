import { cardFiles } from '@portal/contract/cards/card-files.ts'
import { cardHistory } from '@portal/contract/cards/card-history.ts'
import { type Card, cardChange, cardInput, cards, isCardFieldLocked } from '@portal/contract/cards/cards.ts'
import { cardStatusWords } from '@portal/contract/cards/cards-words.data.ts'
import { cardLock, lockReason } from '@portal/contract/rules/record-locks.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useParams, useSearch } from '@tanstack/react-router'
import { Suspense, useEffect, useEffectEvent } from 'react'
import { featureKeyOf } from '../api/query-keys.ts'
import { useSession } from '../api/session.ts'
import { useAction } from '../api/use-action.ts'
import { AttachmentList } from '../attachments/AttachmentList.tsx'
import { setupPath } from '../customers/customers.paths.ts'
import { FormPage } from '../form/FormPage.tsx'
import { RecordLoader } from '../form/RecordLoader.tsx'
import { type FormMode, useRecordForm, type Values, valuesOf } from '../form/record-form.ts'
import { lazily } from '../ui/lazily.tsx'
import { StatusBadge } from '../ui/StatusBadge.tsx'
import { CardActions } from './CardActions.tsx'
import { CardSections } from './CardSections.tsx'
import { cardsPath } from './cards.paths.ts'
import { CardHead } from './head/CardHead.tsx'
import { CardStart } from './templates/CardStart.tsx'

/** It names every field that was ever changed, which only this part of the view needs. */
const CardHistory = lazily(() => import('./CardHistory.tsx'), 'CardHistory')

const blank = { ...valuesOf(cardInput, {}), uom: 'GAL', card_status: 'RELEASE' }

export function CardFormPage({ mode }: { mode: FormMode }) {
  const { id = '' } = useParams({ strict: false }) as { id?: string }
  // A quarantined transaction links here with its card number, the set-up of a customer with its company.
  const { number, company, company_name } = useSearch({ strict: false }) as Record<string, unknown>
  if (mode === 'add') {
    const card_number = typeof number === 'string' ? number : ''
    return /^\d{1,15}$/.test(String(company)) && typeof company_name === 'string' ? (
      <CardForm
        mode={mode}
        given={{ card_number, company: Number(company), company_name }}
        back={{ label: 'Continue the set-up', path: setupPath(Number(company)) }}
      />
    ) : (
      <CardForm mode={mode} given={{ card_number }} />
    )
  }
  return (
    <RecordLoader endpoint={cards.get} id={id}>
      {(card, reread) => <CardForm key={`${card.id} ${mode}`} mode={mode} card={card} reread={reread} />}
    </RecordLoader>
  )
}

const allCards = { label: 'List of ManageCard', path: cardsPath }
type Props = { mode: FormMode; card?: Card; given?: Values; back?: typeof allCards; reread?: () => Promise<Card> }
function CardForm({ mode, card, given = {}, back = allCards, reread }: Props) {
  const schema = card ? cardChange : cardInput
  const form = useRecordForm(schema, card ? valuesOf(cardChange, card) : { ...blank, ...given })
  // Shows a status change made on this page. Input in an open edit form stays.
  const showChanged = useEffectEvent((changed: Card | undefined) => {
    if (changed && mode === 'view') form.settle(valuesOf(cardChange, changed))
  })
  useEffect(() => showChanged(card), [card])
  const create = useAction(cards.create, { keepPlace: true })
  const update = useAction(cards.update, { keepPlace: true })
  const { company } = useSession()
  const isCustomer = company.kind === 'customer'
  const lockOf = (name: string) => {
    if (name === 'status_reason') return undefined
    return isCardFieldLocked(name, company.kind) ? 'Only your provider can change this.' : undefined
  }
  const save = async (values: Values) => {
    const body = values as typeof cardChange._zod.input
    const saved = card
      ? await update.mutateAsync({ params: { id: card.id }, body })
      : await create.mutateAsync({ body })
    // After the save, the loaded dash cash is part of the balance and its field is zero.
    form.settle(valuesOf(schema, saved))
  }
  return (
    <FormPage
      title="Manage Card"
      subject={card?.card_number}
      badge={
        card ? (
          <StatusBadge word={cardStatusWords[card.card_status as keyof typeof cardStatusWords] ?? card.status} />
        ) : null
      }
      mode={mode}
      form={form}
      list={back}
      saver={{ isPending: create.isPending || update.isPending, mutateAsync: save }}
      actions={card && mode === 'view' ? <CardActions card={card} /> : null}
      intro={card ? mode === 'view' ? <CardHead card={card} /> : null : <CardStart form={form} />}
      recordPath={create.data && `${cardsPath}/${create.data.id}/view`}
      edit={{ endpoint: cards.update, path: `${cardsPath}/${card?.id}/edit` }}
      locked={card && lockReason(cardLock(card))}
      lockOf={lockOf}
      lockNote={isCustomer ? 'Only your provider can change fields with a lock.' : undefined}
      {...(reread ? { reread: async () => valuesOf(cardChange, await reread()) } : {})}
    >
      <CardSections form={form} card={card} kind={company.kind} />
      {card ? <CardExtras card={card} mode={mode} /> : null}
    </FormPage>
  )
}

/** A card's files, and in view mode its history (CARD-15, CARD-17). */
function CardExtras({ card: { id, currency }, mode }: { card: Card; mode: FormMode }) {
  const queries = useQueryClient()
  return (
    <>
      <AttachmentList
        calls={cardFiles}
        id={id}
        onChanged={() => queries.invalidateQueries({ queryKey: featureKeyOf(cardHistory.list) })}
      />
      {mode === 'view' ? (
        <Suspense fallback={null}>
          <CardHistory id={id} currency={currency} />
        </Suspense>
      ) : null}
    </>
  )
}
