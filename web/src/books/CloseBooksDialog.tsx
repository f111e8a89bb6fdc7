import { type Books, booksContract, type PeriodWork } from '@portal/contract/books/books.ts'
import { useState } from 'react'
import { useAction } from '../api/use-action.ts'
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx'
import { sentence } from '../ui/words/sentence.ts'
import { dateText } from '../ui/words/texts.ts'
import { useTranslation } from '../ui/words/translation.ts'

const isOpen = ({ unbilled, drafts, quarantined, untied_imports }: PeriodWork): boolean =>
  unbilled.length > 0 || drafts.length > 0 || quarantined > 0 || untied_imports > 0

type Props = { books: Books; through: string; work: PeriodWork; opened: boolean; onClose: () => void }

/** Asks before the books are closed, and says again if work is open. */
export function CloseBooksDialog({ books, through, work, opened, onClose }: Props) {
  const { t } = useTranslation()
  const [fault, setFault] = useState<string>()
  const change = useAction(booksContract.change, {
    second: ({ closed_through }) => ({ detail: t('Closed through {day}', { day: dateText(closed_through) }) }),
  })
  const close = () =>
    change.mutate(
      { body: { closed_through: through, version: books.version } },
      { onSuccess: onClose, onError: (error) => setFault(error.message) },
    )
  return (
    <ConfirmDialog
      opened={opened}
      title={t('Close the books through {day}?', { day: dateText(through) })}
      text={
        isOpen(work)
          ? t('There are unfinished items in this period. They stay, but will be dated in the open period.')
          : t('Nothing dated on or before this day can be changed after that.')
      }
      subject={fault ? sentence(t, fault) : undefined}
      confirm="Close the books"
      busy={change.isPending}
      onConfirm={close}
      onCancel={onClose}
    />
  )
}
