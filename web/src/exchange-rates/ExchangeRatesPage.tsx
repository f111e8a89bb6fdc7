import { Button } from '@mantine/core'
import { type ExchangeRate, exchangeRates } from '@portal/contract/exchange-rates/exchange-rates.ts'
import { IconPencil, IconPlus } from '@tabler/icons-react'
import { useCan } from '../api/session.ts'
import { day, instantCell } from '../list/columns/cells.tsx'
import { ListPage } from '../list/ListPage.tsx'
import type { Column, RowAction } from '../list/list-types.ts'
import { lazily } from '../ui/lazily.tsx'
import { useDialog } from '../ui/use-dialog.tsx'
import { dateText } from '../ui/words/texts.ts'
import { useTranslation } from '../ui/words/translation.ts'
import { exchangeRatesPath } from './exchange-rates.paths.ts'

const ExchangeRateDialog = lazily(() => import('./ExchangeRateDialog.tsx'), 'ExchangeRateDialog')

const edit = { label: 'Edit', name: 'Edit {record}', icon: IconPencil } as const
const rateText = (rate: number, _: ExchangeRate, locale: string) =>
  rate.toLocaleString(locale, { minimumFractionDigits: 4, maximumFractionDigits: 6 })
const columns: Column<ExchangeRate>[] = [
  { key: 'day', header: 'Day', priority: 1, phone: 'title', ...day },
  { key: 'rate', header: 'CAD for 1 USD', priority: 2, align: 'end', phone: 'line', cell: rateText },
  { key: 'source', header: 'Source', priority: 3, phone: 'line' },
  { key: 'updated_at', header: 'Updated', phone: 'line', ...instantCell },
]

/** What a US dollar is worth on a day: tax reports show USD in CAD by it (REPT-9). */
export function ExchangeRatesPage() {
  const { t } = useTranslation()
  const mayEdit = useCan()(exchangeRates.update)
  const { ask, dialog } = useDialog((asked: { rate: ExchangeRate | null; at: number }, frame) => (
    <ExchangeRateDialog key={asked.at} stored={asked.rate} {...frame} />
  ))
  const open = (rate: ExchangeRate | null) => ask({ rate, at: Date.now() })
  return (
    <ListPage
      title="Exchange rates"
      path={exchangeRatesPath}
      endpoint={exchangeRates.list}
      columns={columns}
      nameOf={(rate) => `USD, ${dateText(rate.day)}`}
      empty={{ none: 'No exchange rates to show', filtered: 'No Record found' }}
      rowActions={(rate): RowAction[] => (mayEdit ? [{ ...edit, onSelect: () => open(rate) }] : [])}
      remove={exchangeRates.remove}
      headActions={
        mayEdit ? (
          <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => open(null)}>
            {t('Add exchange rate')}
          </Button>
        ) : null
      }
    >
      {dialog}
    </ListPage>
  )
}
