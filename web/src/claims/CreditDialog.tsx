import { Checkbox, Text } from '@mantine/core'
import { type Claim, claims, creditForm } from '@portal/contract/claims/claims.ts'
import { useState } from 'react'
import { useAction } from '../api/use-action.ts'
import { useDialogSubmit } from '../form/dialog-submit.ts'
import { FormDialog } from '../form/FormDialog.tsx'
import { fieldsOf } from '../form/fields.ts'
import { useRecordForm } from '../form/record-form.ts'
import { localTimeText, moneyText } from '../ui/words/texts.ts'
import { useTranslation } from '../ui/words/translation.ts'
import { ClaimSubject } from './ClaimSubject.tsx'

const { TextField } = fieldsOf(creditForm)
type Props = { claim: Claim; opened: boolean; onClose: () => void }

/** Offers the credit that a file brought for the purchase. Without one, the provider paid another way. */
export function CreditDialog({ claim, opened, onClose }: Props) {
  const { t, language } = useTranslation()
  const form = useRecordForm(creditForm, { note: '' })
  const credit = useAction(claims.credit)
  const { proposed_credit: proposed } = claim
  const [isLinked, setLinked] = useState(proposed !== null)
  const send = ({ note }: Record<string, unknown>) =>
    credit.mutateAsync({
      params: { id: claim.id },
      body: { credit_id: isLinked ? (proposed?.txn_id ?? null) : null, note: String(note), version: claim.version },
    })
  const wiring = useDialogSubmit(form, send, onClose)
  return (
    <FormDialog
      {...wiring}
      opened={opened}
      title="Mark as credited"
      submit="Mark as credited"
      isBusy={credit.isPending}
    >
      <ClaimSubject claim={claim} />
      {proposed ? (
        <Checkbox
          checked={isLinked}
          onChange={(event) => setLinked(event.currentTarget.checked)}
          label={t('Link the credit of {time} for {amount}', {
            time: localTimeText(proposed.txn_date),
            amount: moneyText(proposed.amount, language, claim.currency),
          })}
        />
      ) : (
        <Text>{t('No imported file has a credit for this purchase yet.')}</Text>
      )}
      <TextField name="note" label="Note" isFirst />
    </FormDialog>
  )
}
