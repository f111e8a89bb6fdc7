import '@mantine/core/styles/Progress.css'
import { Alert, Button, Group, Progress, Stack, Text } from '@mantine/core'
import type { ChangedTaxRate, TaxRateChange } from '@portal/contract/rates/tax-changes.ts'
import { taxRates } from '@portal/contract/rates/tax-rates.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { call } from '../../api/call.ts'
import { featureKeyOf, queryKeyOf } from '../../api/query-keys.ts'
import { Dialog } from '../../ui/dialog/Dialog.tsx'
import { sentence } from '../../ui/words/sentence.ts'
import { useTranslation } from '../../ui/words/translation.ts'

const lookMs = 700
const isOver = ({ status }: TaxRateChange): boolean => status === 'done' || status === 'failed'

/** The progress of a change that a job saves. Closing the dialog does not stop it. */
export function TaxProgress({
  changed,
  opened,
  onClose,
}: {
  changed: ChangedTaxRate
  opened: boolean
  onClose: () => void
}) {
  const { t } = useTranslation()
  const queries = useQueryClient()
  const id = changed.effect.change_id ?? 0
  const { data } = useQuery({
    queryKey: queryKeyOf(taxRates.change, { id }),
    queryFn: ({ signal }) => call(taxRates.change, { params: { id } }, { signal }),
    refetchInterval: ({ state }) => (state.data && isOver(state.data) ? false : lookMs),
  })
  const status = data?.status
  useEffect(() => {
    if (status === 'done') queries.invalidateQueries({ queryKey: featureKeyOf(taxRates.list) })
  }, [status, queries])
  const total = Math.max(1, data?.progress_total ?? 1)
  const done = data?.progress_done ?? 0
  return (
    <Dialog opened={opened} onClose={onClose} title={t('Saving the tax rate')} size={440}>
      <Stack gap={12}>
        {status === 'failed' ? (
          <Alert color="bad" variant="outline" role="alert">
            {sentence(t, data?.fault ?? 'tax-rate.job-failed')}
          </Alert>
        ) : (
          <div role="status">
            <Progress value={status === 'done' ? 100 : (done / total) * 100} aria-label={t('Saving the tax rate')} />
            <Text size="sm" mt={8}>
              {status === 'done'
                ? t('Saved. Repriced transactions: {count}.', { count: data?.repriced_count ?? 0 })
                : t('{done} of {total} purchases', { done, total: data?.progress_total ?? 0 })}
            </Text>
          </div>
        )}
        <Group gap={12} justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {t('Close')}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  )
}
