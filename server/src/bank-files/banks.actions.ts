import type { Bank, BankChange, BankInput } from '@portal/contract/bank-files/banks.ts'
import { AppError } from '@portal/contract/errors.ts'
import { changes } from '../platform/audit/audit.ts'
import type { Context } from '../platform/http/context.ts'
import { getBank, insertBank, lockBank, updateBank } from './banks.queries.ts'

const recordOf = ({ id, name }: Bank) => ({ type: 'bank', id, label: name })
/** The mapping on one line, as the audit log shows it. */
const fieldsOf = ({ name, currency, payment_mode, mapping }: Bank) => ({
  name,
  currency,
  payment_mode,
  mapping: Object.entries(mapping)
    .filter(([, value]) => value !== null && value !== undefined)
    .map(([field, value]) => `${field} ${value}`)
    .join(', '),
})

export async function addBank({ db, actor, audit }: Context, input: BankInput): Promise<Bank> {
  const made = await getBank(db, await insertBank(db, input, actor.user_id))
  await audit({ record: recordOf(made), after: fieldsOf(made) })
  return made
}

/** Lines keep the currency that they were read in. */
export async function changeBank({ db, audit }: Context, id: number, change: BankChange): Promise<Bank> {
  const { version, ...input } = change
  const before = await lockBank(db, id)
  if (version && before.version !== version) throw new AppError('record.stale')
  if (input.currency !== before.currency && before.lines > 0)
    throw new AppError('record.field-locked', { currency: 'bank.currency-fixed' })
  await updateBank(db, id, input)
  const after = await getBank(db, id)
  await audit({ record: recordOf(after), ...changes(fieldsOf(before), fieldsOf(after)) })
  return after
}
