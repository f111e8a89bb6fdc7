import './transaction-form.css'
import '../transactions.css'
import { addDays } from '@portal/contract/cards/refresh-days.rules.ts'
import {
  type ProductCode,
  type PurchaseGroup,
  productWords,
  purchaseGroups,
} from '@portal/contract/lookups/products.rules.ts'
import { type TaxTable, taxTable } from '@portal/contract/rates/tax.rules.ts'
import { taxRowOf } from '@portal/contract/rates/tax-rate.ts'
import { taxRates } from '@portal/contract/rates/tax-rates.ts'
import { lockReason, transactionLock } from '@portal/contract/rules/record-locks.ts'
import { manualTransactions } from '@portal/contract/transactions/manual-transactions.ts'
import type { Transaction, TransactionLine } from '@portal/contract/transactions/transactions.ts'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { call } from '../../api/call.ts'
import { queryKeyOf } from '../../api/query-keys.ts'
import { useCan } from '../../api/session.ts'
import { FormPage } from '../../form/FormPage.tsx'
import { ProposedContext } from '../../form/form-context.ts'
import { type FormMode, type RecordForm, useRecordForm, type Values } from '../../form/record-form.ts'
import { dayHere } from '../../ui/words/day.ts'
import { moneyText, quantityText } from '../../ui/words/texts.ts'
import { useTranslation } from '../../ui/words/translation.ts'
import { FlagBadges } from '../flags.tsx'
import { sumOf } from '../line-texts.ts'
import { transactionsPath } from '../transactions.paths.ts'
import { HeadFields } from './HeadFields.tsx'
import { PurchaseGroupCard } from './PurchaseGroupCard.tsx'
import { proposalsFor } from './purchase-proposals.ts'
import {
  blankTransaction,
  demandsOf,
  isCounted,
  lineInUnit,
  nameOf,
  schemaOf,
  seatLines,
  valuesOfTransaction,
} from './transaction-form.ts'
import { useFilling } from './use-filling.ts'

type Props = {
  mode: FormMode
  record?: Transaction
  company?: number | null
  isBusy: boolean
  save: (values: Values) => Promise<Transaction>
  reread?: () => Promise<Transaction>
}

/** The rates behind the proposals, with permission to read them. A few hundred rows. */
function useTaxTable() {
  const can = useCan()
  const { data } = useQuery({
    queryKey: queryKeyOf(taxRates.list, { paged: 'false' }),
    queryFn: ({ signal }) => call(taxRates.list, { query: { paged: 'false' } }, { signal }),
    enabled: can(taxRates.list),
    staleTime: 300_000,
  })
  return useMemo(() => (data ? taxTable(data.tax_rates.map(taxRowOf)) : null), [data])
}

type LineOf = (values: Values, group: PurchaseGroup) => TransactionLine | null
/** The schema follows the input: a group in use requires its inputs. */
function useTransactionForm(
  record: Transaction | undefined,
  company: number | null,
  lineOf: LineOf,
  table: TaxTable | null,
): RecordForm {
  const initial = useMemo(() => (record ? valuesOfTransaction(record) : null), [record])
  const [first] = useState<Values>(initial ?? blankTransaction(company))
  const demanded = (values: Values): string =>
    JSON.stringify(
      demandsOf(values, initial, {
        tomorrow: addDays(dayHere(new Date()), 1),
        proposedOf: (group) => proposalsFor(values, group, lineOf(values, group), table).values,
      }),
    )
  const [demands, setDemands] = useState(() => demanded(first))
  const schema = useMemo(() => schemaOf(JSON.parse(demands), initial), [demands, initial])
  const form = useRecordForm(schema, first)
  const now = demanded(form.state.values)
  if (now !== demands) setDemands(now)
  return form
}

/** The service creates fees as separate lines. They are shown if present, but cannot be added. */
const groupsOf = (lines: ReturnType<typeof seatLines> | null): PurchaseGroup[] =>
  purchaseGroups.filter((group) => group !== 'fee' || lines?.groups.fee)

export function TransactionForm({ mode, record, company = null, isBusy, save, reread }: Props) {
  const { t, language } = useTranslation()
  const table = useTaxTable()
  const seated = useMemo(() => (record ? seatLines(record.txn_attr) : null), [record])
  const lineOf: LineOf = (typed, group) => (seated ? lineInUnit(typed, seated, group) : null)
  const form = useTransactionForm(record, company, lineOf, table)
  const { names, known } = useFilling(form, table, mode === 'add')
  const { values } = form.state
  const groups = groupsOf(seated)
  const amounts = groups.filter((group) => isCounted(values, group)).map((group) => values[nameOf(group, 'dtl_amt')])
  const total = totalOf([...amounts, ...(seated?.further.map(({ dtl_amt }) => dtl_amt) ?? [])])
  const currency = values.currency === 'USD' ? 'USD' : 'CAD'
  const settle = async (typed: Values) => form.settle(valuesOfTransaction(await save(typed)))
  const page = (
    <FormPage
      title={mode === 'add' ? 'Add Transaction' : 'Edit Transaction'}
      subject={record?.authentication_id}
      badge={record ? <FlagBadges row={record} /> : null}
      mode={mode}
      form={form}
      list={{ label: 'Back to Transactions', path: transactionsPath }}
      saver={{ isPending: isBusy, mutateAsync: settle }}
      submit="Save"
      edit={{ endpoint: manualTransactions.update, path: `${transactionsPath}/${record?.id}/edit` }}
      locked={record && lockReason(transactionLock(record))}
      bar={
        <output className="running-total" aria-label={t('Total')}>
          <span>{t('Total')}</span>
          <strong>{moneyText(total, language, currency)}</strong>
        </output>
      }
      {...(reread ? { reread: async () => valuesOfTransaction(await reread()) } : {})}
    >
      <HeadFields form={form} record={record} company={known?.company ?? null} />
      <p className="form-note">
        {t(
          'The amounts you enter are billed once the transaction is accepted. For a credit, enter a negative quantity and amount.',
        )}{' '}
        {mode === 'add' ? t('Known values are proposed in a dashed frame until you change them.') : ''}
      </p>
      {groups.map((group) => (
        <PurchaseGroupCard
          key={group}
          form={form}
          group={group}
          line={lineOf(values, group)}
          table={table}
          isFirst={group === 'fuel'}
        />
      ))}
      <FurtherLines lines={seated?.further ?? []} />
    </FormPage>
  )
  return <ProposedContext value={names}>{page}</ProposedContext>
}

/** Null while one of them is not an amount. */
function totalOf(amounts: readonly unknown[]): number | null {
  const given = amounts.filter((amount) => amount !== null && amount !== undefined)
  try {
    return sumOf(given as number[])
  } catch {
    return null
  }
}

/** Lines without a group stay unchanged (TXN-7). */
function FurtherLines({ lines }: { lines: readonly TransactionLine[] }) {
  const { t, language } = useTranslation()
  if (lines.length === 0) return null
  return (
    <section className="panel form-section" aria-labelledby="further-lines">
      <h2 id="further-lines">{t('Further lines')}</h2>
      <p className="group-note">{t('These lines belong to no purchase group. They stay unchanged.')}</p>
      <ul className="further-lines">
        {lines.map((line) => (
          <li key={line.dtl_id}>
            <span>
              {line.dtl_prd_cd} · {t(productWords[line.dtl_prd_cd as ProductCode] ?? line.dtl_prd_cd)} ·{' '}
              {quantityText(line.dtl_qty, language)} {line.dtl_uom}
            </span>
            <strong>{moneyText(line.dtl_amt, language, line.header.hdr_currency)}</strong>
          </li>
        ))}
      </ul>
    </section>
  )
}
