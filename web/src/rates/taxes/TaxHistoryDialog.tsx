import { Button, Group, Stack } from '@mantine/core'
import { changeKindWords, type TaxRateChange } from '@portal/contract/rates/tax-changes.ts'
import type { TaxRate } from '@portal/contract/rates/tax-rate.ts'
import { taxRates } from '@portal/contract/rates/tax-rates.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { call } from '../../api/call.ts'
import { queryKeyOf } from '../../api/query-keys.ts'
import { Dialog } from '../../ui/dialog/Dialog.tsx'
import { signedMoneyText } from '../../ui/words/figures.ts'
import { dateText, instantText } from '../../ui/words/texts.ts'
import { useTranslation } from '../../ui/words/translation.ts'
import { taxRateText } from '../rate-text.ts'
import { placeText } from './tax-rate-columns.tsx'
import { taxCandidatesPath } from './tax-rates.paths.ts'

type Props = { rate: TaxRate; opened: boolean; onClose: () => void }

/** The changes of a rate, newest first, with their reasons and what they repriced. */
export function TaxHistoryDialog({ rate, opened, onClose }: Props) {
  const { t } = useTranslation()
  const params = { id: rate.id }
  const { data } = useQuery({
    queryKey: queryKeyOf(taxRates.history, params),
    queryFn: ({ signal }) => call(taxRates.history, { params }, { signal }),
    enabled: opened,
  })
  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      title={`${t('History')} · ${t(rate.tax)}, ${placeText(t, rate)}`}
      size={560}
    >
      <Stack gap={12}>
        {data?.changes.length === 0 ? <p>{t('This rate has not changed since it was added.')}</p> : null}
        <ol className="tax-history">
          {data?.changes.map((change) => (
            <Change key={change.id} change={change} />
          ))}
        </ol>
        <Group gap={12} justify="flex-end">
          <Button variant="default" component={Link} to={taxCandidatesPath(String(rate.id))}>
            {t('Invoiced lines with other taxes')}
          </Button>
          <Button onClick={onClose}>{t('Close')}</Button>
        </Group>
      </Stack>
    </Dialog>
  )
}

function Change({ change }: { change: TaxRateChange }) {
  const { t, language } = useTranslation()
  const rateOf = (row: TaxRate) =>
    `${taxRateText(row, language)}, ${dateText(row.from_date)} – ${row.to_date ? dateText(row.to_date) : t('until further notice')}`
  return (
    <li>
      <p className="tax-history-head">
        <strong>{t(changeKindWords[change.kind])}</strong>
        <span>
          {instantText(change.created_at, language)}
          {change.user_name ? ` · ${change.user_name}` : ''}
        </span>
      </p>
      <p>
        {[change.former, change.current]
          .filter((row) => row !== null)
          .map(rateOf)
          .join(' → ')}
      </p>
      {change.reason ? <p>{t('Reason: {reason}', { reason: change.reason })}</p> : null}
      {change.repriced_count !== null ? (
        <p>
          {t('Repriced transactions: {count}', { count: change.repriced_count })}
          {change.repriced_totals.map(
            ({ currency, difference }) => ` · ${signedMoneyText(difference, language, currency)}`,
          )}
        </p>
      ) : null}
    </li>
  )
}
