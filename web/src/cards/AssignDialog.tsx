import { cardMoves } from '@portal/contract/cards/card-moves.ts'
import { AppError } from '@portal/contract/errors.ts'
import { manualTransactions } from '@portal/contract/transactions/manual-transactions.ts'
import { useState } from 'react'
import { z } from 'zod'
import { useCan, useSession } from '../api/session.ts'
import { useAction } from '../api/use-action.ts'
import { FormDialog } from '../form/FormDialog.tsx'
import { CheckField } from '../form/fields/CheckField.tsx'
import { useField } from '../form/form-context.ts'
import { type RecordForm, useRecordForm } from '../form/record-form.ts'
import { CompanySelect } from '../pickers/CompanySelect.tsx'
import { type Chosen, ChosenText } from './chosen-cards.tsx'
import { EffectiveField } from './EffectiveField.tsx'
import { FollowingPurchases } from './FollowingPurchases.tsx'

const choice = z.object({
  customerCompanyId: z.int(),
  effective_at: z.string().nullish(),
  move_purchases: z.boolean().optional(),
})
type Props = { opened: boolean; chosen: Chosen; onClose: () => void; onDone: () => void }
type Shown = { key: string; token: string }

/** The fields of a refusal that the dialog has; others are shown below as a sentence. */
const ownFields = (error: unknown) =>
  error instanceof AppError && error.fields && Object.keys(error.fields).every((name) => name in choice.shape)
    ? error.fields
    : undefined

/** Assigns all cards or none (CARD-12), now or from a past time on, and lets purchases follow on request (TXN-21). */
export function AssignDialog({ opened, chosen, onClose, onDone }: Props) {
  const form = useRecordForm(choice, { customerCompanyId: null, effective_at: null, move_purchases: false })
  const assign = useAction(cardMoves.assign, { isShownInPlace: true })
  const can = useCan()
  const { company } = useSession()
  const [shown, setShown] = useState<Shown | null>(null)
  const { customerCompanyId, effective_at, move_purchases } = form.state.values as z.input<typeof choice>
  const move = {
    ...chosen.body,
    customerCompanyId,
    ...(effective_at ? { effective_at: new Date(effective_at).toISOString() } : {}),
  }
  const key = JSON.stringify(move)
  const canFollow = can(manualTransactions.update) && customerCompanyId && customerCompanyId !== company.id
  const isFollowing = Boolean(canFollow && move_purchases)
  const close = () => {
    form.state.reset()
    assign.reset()
    onClose()
  }
  return (
    <FormDialog
      opened={opened}
      title="Assign Selected Cards To Customer"
      form={form}
      submit="Assign"
      // What follows is shown before it is done.
      isBusy={assign.isPending}
      error={ownFields(assign.error) ? undefined : assign.error?.message}
      onSubmit={() => {
        if (isFollowing && shown?.key !== key) return
        const follow = isFollowing ? { move_purchases: true, preview_token: shown?.token } : {}
        assign.mutate(
          { body: { ...move, ...follow } },
          {
            onSuccess: () => {
              close()
              onDone()
            },
            onError: (error) => form.state.setErrors(ownFields(error) ?? {}),
          },
        )
      }}
      onClose={close}
    >
      <ChosenText chosen={chosen} />
      <CompanyField form={form} />
      <EffectiveField />
      {canFollow ? (
        <CheckField
          name="move_purchases"
          label="Purchases follow the cards"
          about="Purchases after this time that are not invoiced go to the new company, at its prices."
        />
      ) : null}
      {isFollowing ? (
        <FollowingPurchases
          key={key}
          question={move}
          isStale={assign.error instanceof AppError && assign.error.code === 'card.preview-stale'}
          onShown={(token) => setShown({ key, token })}
        />
      ) : null}
    </FormDialog>
  )
}

/** The provider's own company is also a choice, to unassign a card from a customer. */
function CompanyField({ form }: { form: RecordForm }) {
  const { value, input } = useField<number | null>('customerCompanyId', 'Company Name')
  const { company } = useSession()
  return (
    <CompanySelect
      {...input}
      data-autofocus
      openOnFocus={false}
      value={value}
      others={[{ id: company.id, name: company.name }]}
      onChange={(chosen) => form.change('customerCompanyId', chosen?.id ?? null)}
    />
  )
}
