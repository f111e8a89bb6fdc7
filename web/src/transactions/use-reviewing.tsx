import { exceptionWords } from '@portal/contract/exceptions/exception-rules.data.ts'
import { type ReviewAct, type ReviewPreview, transactions } from '@portal/contract/transactions/transactions.ts'
import { flagWords } from '@portal/contract/transactions/transactions-words.data.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { call } from '../api/call.ts'
import { toastTexts } from '../api/toasts.ts'
import { useAction } from '../api/use-action.ts'
import { lazily, WhenFirst } from '../ui/lazily.tsx'
import { notify } from '../ui/notify.ts'
import { sentence } from '../ui/words/sentence.ts'
import { moneyText } from '../ui/words/texts.ts'
import { useTranslation } from '../ui/words/translation.ts'
import { wordOf } from './flags.tsx'

const ConfirmDialog = lazily(() => import('../ui/ConfirmDialog.tsx'), 'ConfirmDialog')

type Chosen = { ids?: number[]; filter?: string[] }
type Asked = { act: ReviewAct; preview: ReviewPreview; onDone: () => void }
export type Reviewing = {
  /**
   * Fetches a preview, confirms it with its count, totals and flags, then acts on exactly those transactions (TXN-23).
   */
  ask: (act: ReviewAct, chosen: Chosen, onDone?: () => void) => void
  /** For one transaction, or those just accepted. Nothing is lost, so it needs no confirmation. */
  undo: (ids: number[]) => void
  isBusy: boolean
  question: ReactNode
}

/** Accepts flagged transactions and undoes it, on the list and on a transaction's page. */
export function useReviewing(): Reviewing {
  const { t, language } = useTranslation()
  const queries = useQueryClient()
  const [asked, setAsked] = useState<Asked | null>(null)
  const [isAsking, setAsking] = useState(false)
  /** An import shows how many of its transactions are to review. */
  const onSettled = () => queries.invalidateQueries({ queryKey: ['imports'] })
  const sums = ({ totals }: ReviewPreview) =>
    totals.map(({ currency, amount }) => moneyText(amount, language, currency)).join(' · ')
  const unaccept = useAction(transactions.unaccept, {
    second: ({ unaccepted }) => ({
      detail: unaccepted === 1 ? t('1 to review again') : t('{count} to review again', { count: unaccepted }),
    }),
  })
  const undo = (ids: number[]) => unaccept.mutate({ body: { ids } }, { onSettled })
  const accept = useAction(transactions.accept, {
    second: ({ accepted, second_person }, { body }) => ({
      detail: [
        accepted === 1 ? t('1 accepted') : t('{count} accepted', { count: accepted }),
        asked ? sums(asked.preview) : '',
        ...waitingWords(t, second_person),
      ].join(' · '),
      actions: [{ label: t('Undo'), run: () => undo((body.ids ?? []).map(Number)) }],
    }),
  })
  const look = useMutation({
    mutationFn: ({ act, chosen }: { act: ReviewAct; chosen: Chosen; onDone: () => void }) =>
      call(transactions.acceptPreview, { body: { ...chosen, act } }),
    onSuccess: (preview, { act, onDone }) => {
      setAsked({ act, preview, onDone })
      setAsking(true)
    },
    onError: (error, { act }) =>
      notify.failure(t(toastTexts[`transactions.${act}`].failure), sentence(t, error.message)),
  })
  const isBusy = look.isPending || accept.isPending || unaccept.isPending
  const confirm = () => {
    if (!asked) return
    const act = asked.act === 'accept' ? accept : unaccept
    const onSuccess = () => asked.onDone()
    act.mutate(
      { body: { ids: asked.preview.ids } },
      {
        onSuccess,
        onSettled: () => {
          setAsking(false)
          return onSettled()
        },
      },
    )
  }
  return {
    ask: (act, chosen, onDone = () => {}) => look.mutate({ act, chosen, onDone }),
    undo,
    isBusy,
    question: (
      <WhenFirst asked={isAsking}>
        <ConfirmDialog
          opened={isAsking}
          {...(asked ? wordsOf(t, asked, sums(asked.preview)) : { title: '', text: '', confirm: '' })}
          busy={isBusy}
          onConfirm={confirm}
          onCancel={() => setAsking(false)}
        />
      </WhenFirst>
    ),
  }
}

type Words = ReturnType<typeof useTranslation>['t']
/** Those that the user typed and a second person has to accept (TXN-22). */
const waitingWords = (t: Words, count: number): string[] =>
  count === 0 ? [] : [count === 1 ? t('1 waits for a second person') : t('{count} wait for a second person', { count })]

function wordsOf(t: Words, { act, preview: { count, flags, exceptions, second_person } }: Asked, sums: string) {
  // Exceptions first: they are the reason not to bill a transaction.
  const badges = [
    ...exceptions.map(({ exception, count: times }) => [wordOf(exceptionWords, exception), times] as const),
    ...flags.map(({ flag, count: times }) => [wordOf(flagWords, flag), times] as const),
  ]
  const subject = (
    <>
      {sums}
      <ul className="review-flags">
        {badges.map(([words, value]) => (
          <li key={words}>{t('{name}: {value}', { name: t(words), value })}</li>
        ))}
        {waitingWords(t, second_person).map((words) => (
          <li key={words}>{words}</li>
        ))}
      </ul>
    </>
  )
  if (act === 'accept')
    return {
      title: t('Accept flagged transactions'),
      text: t('They will be billed as they are. You can undo this until they are billed.'),
      confirm: count === 1 ? t('Accept 1 transaction') : t('Accept {count} transactions', { count }),
      subject,
    }
  return {
    title: t('Undo acceptance'),
    text: t('They will not be billed until they are accepted again.'),
    confirm: count === 1 ? t('Undo 1 acceptance') : t('Undo {count} acceptances', { count }),
    subject,
  }
}
