import { Button } from '@mantine/core'
import { transactionImports } from '@portal/contract/booking/transaction-imports.ts'
import { IconLockOpen } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { call } from '../api/call.ts'
import { featureKeyOf } from '../api/query-keys.ts'
import type { Selection } from '../list/use-selection.ts'
import { notify } from '../ui/notify.ts'
import { sentence } from '../ui/words/sentence.ts'
import { useTranslation } from '../ui/words/translation.ts'

const pageSize = 50

/**
 * The selected ids. For a whole list, reads all pages first, because releasing a transaction removes it from the list.
 */
async function idsOf({ ids, all }: Selection): Promise<number[]> {
  if (!all) return [...ids]
  const found: number[] = []
  for (let page = 1; (page - 1) * pageSize < all.count; page++) {
    const query = { page, size: pageSize, filter: [...all.filter] }
    found.push(...(await call(transactionImports.quarantine, { query })).quarantine.map(({ id }) => id))
  }
  return found
}

type Outcome = { released: number; refused: string[] }
/** Each transaction has its own card and is released separately, so a failure does not stop the others. */
async function releaseEach(selection: Selection): Promise<Outcome> {
  const outcome: Outcome = { released: 0, refused: [] }
  for (const id of await idsOf(selection))
    await call(transactionImports.release, { params: { id } }).then(
      () => {
        outcome.released += 1
      },
      (error: Error) => outcome.refused.push(error.message),
    )
  return outcome
}

/** Releases the selected transactions and reports how many were released, how many were not, and the first reason. */
export function ReleaseSelected({ selection }: { selection: Selection }) {
  const { t } = useTranslation()
  const queries = useQueryClient()
  // A second click can come before the button is drawn as busy.
  const isBusy = useRef(false)
  const releasing = useMutation({
    mutationFn: () => releaseEach(selection),
    onSuccess: ({ released, refused: [first, ...others] }) => {
      if (first === undefined) notify.success(t('Transactions released: {count}.', { count: released }))
      else {
        const text = t('Transactions released: {count}. Not released: {failed}.', {
          count: released,
          failed: others.length + 1,
        })
        notify[released > 0 ? 'warning' : 'failure'](text, sentence(t, first))
      }
      selection.clear()
    },
    onError: (error) => notify.failure(t('Error while releasing from quarantine'), sentence(t, error.message)),
    onSettled: () => {
      isBusy.current = false
      return Promise.all([
        queries.invalidateQueries({ queryKey: featureKeyOf(transactionImports.release) }),
        queries.invalidateQueries({ queryKey: ['transactions'] }),
        queries.invalidateQueries({ queryKey: ['todo'] }),
      ])
    },
  })
  const release = () => {
    if (selection.count === 0) return notify.warning(t('Please select a transaction to release.'))
    if (isBusy.current) return
    isBusy.current = true
    releasing.mutate()
  }
  return (
    <Button
      size="xs"
      variant="default"
      leftSection={<IconLockOpen size={16} aria-hidden />}
      loading={releasing.isPending}
      onClick={release}
    >
      {t('Release Selected')}
    </Button>
  )
}
