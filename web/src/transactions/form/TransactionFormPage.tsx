import { AppError } from '@portal/contract/errors.ts'
import { manualTransactions } from '@portal/contract/transactions/manual-transactions.ts'
import { type Transaction, transactions } from '@portal/contract/transactions/transactions.ts'
import { useParams, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useAction } from '../../api/use-action.ts'
import { RecordLoader } from '../../form/RecordLoader.tsx'
import type { FormMode, Values } from '../../form/record-form.ts'
import { TransactionForm } from './TransactionForm.tsx'
import { errorsAt, type SentTransaction, transactionBodyOf } from './transaction-form.ts'

/** The same page for transactions and for the three sections that reuse it (DASH-2). */
export function TransactionFormPage({ mode }: { mode: FormMode }) {
  const { id = '' } = useParams({ strict: false }) as { id?: string }
  const { company } = useSearch({ strict: false }) as { company?: unknown }
  if (mode === 'add')
    return <AddTransaction company={/^[1-9]\d{0,14}$/.test(String(company)) ? Number(company) : null} />
  return (
    <RecordLoader endpoint={transactions.get} id={id}>
      {(record, reread) => <EditTransaction key={record.id} record={record} reread={reread} />}
    </RecordLoader>
  )
}

/** The service names lines by number, the form by group. */
async function saved(sent: SentTransaction, save: (body: never) => Promise<Transaction>): Promise<Transaction> {
  try {
    return await save(sent.body as never)
  } catch (error) {
    if (error instanceof AppError && error.fields)
      throw new AppError(error.code, errorsAt(error.fields, sent.places), { message: error.message })
    throw error
  }
}

function AddTransaction({ company }: { company: number | null }) {
  const create = useAction(manualTransactions.create, { keepPlace: true })
  const save = (values: Values) =>
    saved(transactionBodyOf(values, undefined), (body) => {
      const { version, ...typed } = body as SentTransaction['body']
      return create.mutateAsync({ body: typed as never })
    })
  return <TransactionForm mode="add" company={company} isBusy={create.isPending} save={save} />
}

function EditTransaction({ record, reread }: { record: Transaction; reread: () => Promise<Transaction> }) {
  const [current, setCurrent] = useState(record)
  const update = useAction(manualTransactions.update, { keepPlace: true })
  const save = async (values: Values) => {
    const done = await saved(transactionBodyOf(values, current), (body) =>
      update.mutateAsync({ params: { id: current.id }, body }),
    )
    setCurrent(done)
    return done
  }
  const readAgain = async () => {
    const fresh = await reread()
    setCurrent(fresh)
    return fresh
  }
  return <TransactionForm mode="edit" record={current} isBusy={update.isPending} save={save} reread={readAgain} />
}
