import { Text } from '@mantine/core'
import { type Books, booksContract } from '@portal/contract/books/books.ts'
import { isoDate, text } from '@portal/contract/fields.ts'
import { z } from 'zod'
import { useAction } from '../api/use-action.ts'
import { useDialogSubmit } from '../form/dialog-submit.ts'
import { FormDialog } from '../form/FormDialog.tsx'
import { fieldsOf } from '../form/fields.ts'
import { useRecordForm, type Values } from '../form/record-form.ts'
import { dateText } from '../ui/words/texts.ts'
import { useTranslation } from '../ui/words/translation.ts'

const asked = z.object({ closed_through: isoDate().nullish(), reason: text(200) })
const { TextField, DateField } = fieldsOf(asked)
type Props = { books: Books; opened: boolean; onClose: () => void }

/** Opening closed books, in whole or in part, needs a reason, which the tracking logs keep (RECV-6). */
export function ReopenBooksDialog({ books, opened, onClose }: Props) {
  const { t } = useTranslation()
  const form = useRecordForm(asked, { closed_through: null, reason: '' })
  const change = useAction(booksContract.change, { isShownInPlace: true })
  const send = ({ closed_through, reason }: Values) =>
    change.mutateAsync({
      body: {
        closed_through: (closed_through as string | null) ?? null,
        reason: String(reason),
        version: books.version,
      },
    })
  const wiring = useDialogSubmit(form, send, onClose)
  return (
    <FormDialog
      {...wiring}
      opened={opened}
      title="Open the books again"
      submit="Open the books again"
      isBusy={change.isPending}
      first="reason"
    >
      <Text>
        {t('They are closed through {day}. Choose an earlier day, or leave it empty to open all of them.', {
          day: dateText(books.closed_through),
        })}
      </Text>
      <DateField name="closed_through" label="Stay closed through" />
      <TextField name="reason" label="Reason" />
    </FormDialog>
  )
}
