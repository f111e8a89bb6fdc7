import type { Books, BooksInput, PeriodWork } from '@portal/contract/books/books.ts'
import { AppError } from '@portal/contract/errors.ts'
import { fromUnits } from '@portal/contract/rules/money.ts'
import { getTieOut } from '../booking/tie-out/tie-out.queries.ts'
import { getToday } from '../companies/companies.queries.ts'
import type { Db } from '../db/connect.ts'
import { isProviderAdmin } from '../platform/access/scope.ts'
import { changes } from '../platform/audit/audit.ts'
import type { Context } from '../platform/http/context.ts'
import {
  countQuarantined,
  getBooks,
  listImportsIn,
  lockBooks,
  type StoredBooks,
  type StoredOpen,
  sumDraftsThrough,
  sumOnAccount,
  sumUnbilledThrough,
  updateBooks,
} from './books.queries.ts'

type Reader = Pick<Context, 'db' | 'actor'>
const toBooks = ({ company_id, ...stored }: StoredBooks, actor: Context['actor']): Books => ({
  ...stored,
  can_change: isProviderAdmin(actor),
})
export const readBooks = async ({ db, actor }: Reader): Promise<Books> => toBooks(await getBooks(db), actor)

const toOpen = ({ currency, count, cents }: StoredOpen) => ({ currency, count, amount: fromUnits(cents, 'money') })
async function listUntied(db: Db, after: string | null, through: string): Promise<PeriodWork['untied']> {
  const untied: PeriodWork['untied'] = []
  for (const stored of await listImportsIn(db, after, through))
    if ((await getTieOut(db, stored))?.status === 'open') untied.push({ id: stored.id, file_name: stored.file_name })
  return untied
}
/** How many of the imports that do not tie are named. */
const untiedNamed = 10
/** What is still open in the period since the last closing, so that a person decides with it in view (RECV-6). */
export async function readPeriodWork(db: Db, through: string): Promise<PeriodWork> {
  const { closed_through } = await getBooks(db)
  const untied = await listUntied(db, closed_through, through)
  return {
    through,
    unbilled: (await sumUnbilledThrough(db, through)).map(toOpen),
    drafts: (await sumDraftsThrough(db, through)).map(toOpen),
    quarantined: await countQuarantined(db, through),
    untied_imports: untied.length,
    untied: untied.slice(0, untiedNamed),
    on_account: (await sumOnAccount(db, through)).map(toOpen),
  }
}

const auditFields = ({ closed_through, reason }: Books) => ({ closed_through, reason })
/** Closes the books through a day. Opening them again, in whole or in part, needs a reason. */
export async function changeBooks({ db, actor, audit }: Context, input: BooksInput, now: Date): Promise<Books> {
  if (!isProviderAdmin(actor)) throw new AppError('books.needs-admin')
  const stored = await lockBooks(db)
  const before = toBooks(stored, actor)
  if (input.version && input.version !== before.version) throw new AppError('record.stale')
  const { closed_through } = input
  if (closed_through && closed_through > (await getToday(db, now)))
    throw new AppError('request.invalid', { closed_through: 'books.future' })
  const isOpening = before.closed_through !== null && (closed_through ?? '') < before.closed_through
  if (isOpening && !input.reason) throw new AppError('request.invalid', { reason: 'books.reason' })
  await updateBooks(db, { closed_through, reason: input.reason ?? null, changed_by: actor.user_id })
  const after = await readBooks({ db, actor })
  await audit({
    record: { type: 'books', id: stored.company_id, label: closed_through ?? '' },
    ...changes(auditFields(before), auditFields(after)),
  })
  return after
}
