import { type ClaimedDocument, documentQueue } from '../../documents/issued-documents.queries.ts'
import type { Services } from '../../platform/http/context.ts'
import { endClaim } from '../../platform/jobs/claims.ts'
import { type Log, type Running, startJob } from '../../platform/jobs/jobs.ts'
import { type Failure, type GoOn, runDue, type Work } from '../../platform/jobs/work-queue.ts'
import { keepCreditNote } from '../credited/stored-credit-notes.actions.ts'
import { type Keeping, keepInvoice } from './stored-invoices.actions.ts'

const minute = 60_000
/** The longest time for one document, with room to spare: 20,000 lines take seconds. */
const leaseMs = 5 * minute
const pausesMs = [1, 5, 15, 60, 360].map((minutes) => minutes * minute)
const everyMs = 2000

type Storing = Keeping & Pick<Services, 'database'> & { log?: Log }
const reasonOf = ({ error }: Failure): string =>
  error === null ? 'worker lost' : String(error instanceof Error ? error.message : error).slice(0, 500)

async function keepDocuments(keeping: Storing, { id, invoice_id, credit_note_id }: ClaimedDocument): Promise<void> {
  if (invoice_id !== null) await keepInvoice(keeping, invoice_id)
  else if (credit_note_id !== null) await keepCreditNote(keeping, credit_note_id)
  else throw new Error(`There is nothing to draw for job ${id}.`)
}

const storingWork = ({ log, ...keeping }: Storing): Work<'document_jobs'> => ({
  queue: documentQueue,
  leaseMs,
  pausesMs,
  attempt: async (claimed: ClaimedDocument) => {
    await keepDocuments(keeping, claimed)
    return (write) => write((db) => endClaim(db, documentQueue, claimed, { status: 'done', last_error: null }))
  },
  kept: (failure) => ({ last_error: reasonOf(failure) }),
  report: ({ invoice_id, credit_note_id, attempts }, failure) =>
    log?.error(
      {
        err: failure.error,
        ...(invoice_id === null ? { credit_note: credit_note_id } : { invoice: invoice_id }),
        attempt: attempts,
        next_attempt_at: failure.nextAttemptAt,
      },
      'issued documents could not be stored',
    ),
  end: (claimed, failure, write) =>
    write((db) => endClaim(db, documentQueue, claimed, { status: 'failed', last_error: reasonOf(failure) })),
})

/** Stores the documents of everything issued meanwhile, and once of what was issued before documents were stored. */
export const storeDueDocuments = (storing: Storing, goOn?: GoOn): Promise<number> =>
  runDue(storingWork(storing), storing, goOn)

export const startStoring = (storing: Storing & { log: Log }): Running =>
  startJob({ name: 'documents', everyMs, log: storing.log }, (goOn) => storeDueDocuments(storing, goOn))
