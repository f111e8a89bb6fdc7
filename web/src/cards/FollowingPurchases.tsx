import { Alert, Loader } from '@mantine/core'
import { cardMoves, type MovePreview } from '@portal/contract/cards/card-moves.ts'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { call } from '../api/call.ts'
import { EffectFigures } from '../ui/EffectFigures.tsx'
import { sentence } from '../ui/words/sentence.ts'
import { useTranslation } from '../ui/words/translation.ts'

type Props = { question: object; isStale: boolean; onShown: (token: string) => void }
/** Shows which purchases follow, and what they cost before and after, before anything is done (TXN-21). */
export function FollowingPurchases({ question, isStale, onShown }: Props) {
  const { t } = useTranslation()
  const { data, error, refetch } = useQuery({
    // Always what holds now: a stored answer could have changed.
    queryKey: ['cards', 'assignPreview', question],
    queryFn: ({ signal }) => call(cardMoves.assignPreview, { body: question as never }, { signal }),
    staleTime: 0,
    gcTime: 0,
    retry: false,
  })
  useEffect(() => {
    if (isStale) void refetch()
  }, [isStale, refetch])
  const token = data?.token
  // biome-ignore lint/correctness/useExhaustiveDependencies: reports once per answer.
  useEffect(() => {
    if (token) onShown(token)
  }, [token])
  return (
    <div role="status">
      {error ? (
        <Alert color="bad" variant="outline">
          {sentence(t, error.message)}
        </Alert>
      ) : data ? (
        <Answer preview={data} />
      ) : (
        <Loader size={16} aria-hidden />
      )}
    </div>
  )
}

function Answer({ preview }: { preview: MovePreview }) {
  const { t } = useTranslation()
  const { count, staying, totals, transactions } = preview
  return (
    <div className="what-if">
      <p>{count === 0 ? t('No purchase follows.') : t('Transactions that follow: {count}', { count })}</p>
      {staying > 0 ? (
        <p>{t('Purchases that stay because they are invoiced or credited by hand: {count}', { count: staying })}</p>
      ) : null}
      <EffectFigures effect={{ totals, transactions }} label="Purchases that follow" />
      {count > transactions.length && transactions.length > 0 ? (
        <p>{t('Showing the first {count}.', { count: transactions.length })}</p>
      ) : null}
    </div>
  )
}
