import { type ClaimedDocument, documentQueue } from '../../documents/issued-documents.queries.ts'
import type { Services } from '../../platform/http/context.ts'
import { endClaim } from '../../platform/jobs/claims.ts'
import { type Log, type Running, startJob } from '../../platform/jobs/jobs.ts'
import { type Failure, type GoOn, runDue, type Work } from '../../platform/jobs/work-queue.ts'
import { type Keeping, keepInvoice } from './stored-invoices.actions.ts'

const minute = 60_000
/** The longest time for one invoice, with room to spare: 20,000 lines take seconds. */
const leaseMs = 5 * minute
const pausesMs = [1, 5, 15, 60, 360].map((minutes) => minutes * minute)
const everyMs = 2000

type Storing = Keeping & Pick<Services, 'database'> & { log?: Log }
const reasonOf = ({ error }: Failure): string =>
  error === null ? 'worker lost' : String(error instanceof Error ? error.message : error).slice(0, 500)

const storingWork = ({ log, ...keeping }: Storing): Work<'document_jobs'> => ({
  queue: documentQueue,
  leaseMs,
  pausesMs,
  attempt: async (claimed: ClaimedDocument) => {
    if (claimed.invoice_id === null) throw new Error(`There is nothing to draw for ${claimed.kind} ${claimed.id}.`)
    await keepInvoice(keeping, claimed.invoice_id)
    return (write) => write((db) => endClaim(db, documentQueue, claimed, { status: 'done', last_error: null }))
  },
  kept: (failure) => ({ last_error: reasonOf(failure) }),
  report: ({ invoice_id, attempts }, failure) =>
    log?.error(
      { err: failure.error, invoice: invoice_id, attempt: attempts, next_attempt_at: failure.nextAttemptAt },
      'the documents of an invoice could not be stored',
    ),
  end: (claimed, failure, write) =>
    write((db) => endClaim(db, documentQueue, claimed, { status: 'failed', last_error: reasonOf(failure) })),
})

/** Stores the documents of all invoices issued meanwhile, and once of those issued before documents were stored. */
export const storeDueInvoices = (storing: Storing, goOn?: GoOn): Promise<number> =>
  runDue(storingWork(storing), storing, goOn)

export const startStoring = (storing: Storing & { log: Log }): Running =>
  startJob({ name: 'documents', everyMs, log: storing.log }, (goOn) => storeDueInvoices(storing, goOn))
