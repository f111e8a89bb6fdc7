import type { DocumentType } from '@portal/contract/invoices/invoice-documents.ts'
import { getToday } from '../../companies/companies.queries.ts'
import { newDocumentCode, readIssued, storeIssued } from '../../documents/issued-documents.actions.ts'
import { findCreditNoteDocuments, type StoredPair } from '../../documents/issued-documents.queries.ts'
import type { Services } from '../../platform/http/context.ts'
import { jobScope } from '../../platform/jobs/jobs.ts'
import { type Reader, readerOf } from '../draw-invoice.actions.ts'
import type { PaperLine } from '../invoice-paper.rules.ts'
import type { Keeping } from '../issued/stored-invoices.actions.ts'
import { drawPair } from '../paper/draw-paper.actions.ts'
import { creditNoteSheet } from './credit-note-csv.ts'
import { creditNotePrint } from './credit-note-pdf.ts'
import { getCreditPaperHead, getCreditTotals, listCreditPaperLines, shareCreditNote } from './credit-paper.queries.ts'
import { type CreditPaper, creditProof, withoutLostLines } from './credit-paper.rules.ts'

/** Lines read at a time. Bounds memory for large credit notes. */
const chunkSize = 250
async function* linesOf({ scope, read }: Reader, { head: { id }, totals }: CreditPaper): AsyncGenerator<PaperLine[]> {
  if (totals.lines === 0) return
  for (let after = -1; ; ) {
    const lines = await read((db) => listCreditPaperLines(db, scope, id, after, chunkSize))
    if (lines.length > 0) yield lines
    if (lines.length < chunkSize) return
    after = lines.at(-1)?.n ?? after
  }
}

/** The credit note as it was issued, with the code and the address that it is checked by. */
const readCreditPaper = ({ scope, read }: Reader, { brands, clock }: Keeping, id: number): Promise<CreditPaper> =>
  read(async (db) => {
    const head = await getCreditPaperHead(db, scope, id)
    const proof = creditProof(head, {
      newCode: newDocumentCode,
      verifyUrl: `${brands[head.brand].publicUrl}/verify`,
      today: await getToday(db, clock()),
    })
    return { head, totals: withoutLostLines(head, await getCreditTotals(db, id)), proof }
  })

/**
 * The stored documents of a credit note. If the job has not stored them yet, this draws and stores them: once, also if
 * several processes do so at the same time (RECV-4). Neither a credit note nor its lines change, so all draw the same.
 */
export async function keepCreditNote(
  { database, ...keeping }: Keeping & Pick<Services, 'database'>,
  id: number,
): Promise<StoredPair> {
  const reader = readerOf(database, jobScope)
  const find = () => reader.read((db) => findCreditNoteDocuments(db, jobScope, id))
  const known = await find()
  if (known) return known
  const paper = await readCreditPaper(reader, keeping, id)
  const { head, proof } = paper
  const drawn = await drawPair(creditNotePrint(paper), creditNoteSheet(paper), linesOf(reader, paper))
  const facts = {
    kind: 'credit_note' as const,
    record: { type: 'credit_note', id, label: head.credit_note_number },
    invoice_id: null,
    credit_note_id: id,
    company_id: head.company_id,
    code: proof.code,
    brand: head.brand,
    issued_date: head.issued_date,
    currency: head.currency,
    amount_cents: head.total_cents,
    is_late: proof.stored_on !== null,
    stored_at: keeping.clock().toISOString(),
  }
  const write: Reader['read'] = (work) =>
    database.transaction(jobScope, async (db) => {
      await shareCreditNote(db, id)
      return work(db)
    })
  await storeIssued(keeping.storage, write, facts, drawn)
  const stored = await find()
  if (!stored) throw new Error(`The documents of credit note ${id} were not stored.`)
  return stored
}

/** The content of a credit note's PDF or CSV, as it was issued. */
export async function readIssuedCreditNote(
  keeping: Keeping & Pick<Services, 'database'>,
  id: number,
  type: DocumentType,
): Promise<Buffer> {
  return readIssued(keeping.storage, (await keepCreditNote(keeping, id))[type])
}
