import { useDebouncedValue } from '@mantine/hooks'
import type { TaxTable } from '@portal/contract/rates/tax.rules.ts'
import { unitOfPlace } from '@portal/contract/transactions/manual-lines.rules.ts'
import { manualTransactions, type Proposal } from '@portal/contract/transactions/manual-transactions.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { call } from '../../api/call.ts'
import { queryKeyOf } from '../../api/query-keys.ts'
import { useCan } from '../../api/session.ts'
import { fieldIdOf } from '../../form/form-context.ts'
import type { RecordForm, Values } from '../../form/record-form.ts'
import { begunGroups, type Filled, fillIn, proposedNames, proposedValues, typedValues } from './filled-values.ts'

/** The question for the service, from what the user typed. Empty if nothing can be known yet. */
function questionOf(typed: Values): Record<string, string> {
  const { txn_date, txn_time, card_number, txn_company, provider, dtl_stn_no, currency } = typed
  const isDay = /^\d{4}-\d\d-\d\d$/.test(String(txn_date))
  const isTime = /^\d\d:\d\d$/.test(String(txn_time))
  const asked = {
    card_number,
    txn_company,
    txn_date: isDay ? (isTime ? `${txn_date}T${txn_time}` : txn_date) : null,
    provider,
    dtl_stn_no,
  }
  const given = Object.entries(asked).filter(([, value]) => value !== null && value !== undefined && value !== '')
  if (!card_number && !dtl_stn_no) return {}
  const products = begunGroups(typed).map(({ product }) => product)
  return Object.fromEntries([
    ...given.map(([name, value]) => [name, String(value).trim()]),
    ['currency', String(currency ?? 'CAD')],
    ...(products.length > 0 ? [['products', products.join(',')]] : []),
  ])
}

/** What the service knows of the purchase. The last answer stays until the next one is there. */
function useProposal(typed: Values, isAsked: boolean): Proposal | null {
  const can = useCan()
  const [question] = useDebouncedValue(JSON.stringify(questionOf(typed)), 250)
  const query = JSON.parse(question) as Record<string, string>
  const isEnabled = isAsked && question !== '{}' && can(manualTransactions.propose)
  const { data } = useQuery({
    queryKey: queryKeyOf(manualTransactions.propose, query),
    queryFn: ({ signal }) => call(manualTransactions.propose, { query: query as never }, { signal }),
    enabled: isEnabled,
    staleTime: 60_000,
    retry: false,
    placeholderData: keepPreviousData,
  })
  return isEnabled ? (data ?? null) : null
}

const focusedName = (): string | null => {
  const [prefix, id] = [fieldIdOf(''), document.activeElement?.id ?? '']
  return id.startsWith(prefix) ? id.slice(prefix.length) : null
}

/**
 * Fills the empty inputs of a new purchase with what is known, as it becomes known (TXN-25). Returns the names of the
 * inputs that show a proposal, and what the service knows.
 */
export function useFilling(form: RecordForm, table: TaxTable | null, isNew: boolean) {
  const { values } = form.state
  const [filled, setFilled] = useState<Filled>(new Map())
  const typed = typedValues(values, filled)
  const known = useProposal(typed, isNew)
  useEffect(() => {
    if (!isNew) return
    const next = fillIn(values, filled, proposedValues(typed, known, table), focusedName())
    const names = Object.keys(next.changes)
    for (const name of names) form.change(name, next.changes[name])
    // As when the user chooses the province.
    if (names.includes('dtl_stn_prv'))
      form.change(
        'uom',
        unitOfPlace(next.changes.dtl_stn_prv as string | null, values.currency === 'USD' ? 'USD' : 'CAD'),
      )
    if (!isSame(next.filled, filled)) setFilled(next.filled)
  })
  return { names: proposedNames(values, filled), known }
}
const isSame = (one: Filled, other: Filled): boolean =>
  one.size === other.size && [...one].every(([name, value]) => other.has(name) && Object.is(other.get(name), value))
