import type { DrawnPair } from '../../documents/issued-documents.actions.ts'
import { streamInTurns } from '../../platform/jobs/turns.ts'
import type { PaperLine } from '../invoice-paper.rules.ts'
import { type Print, printPaper } from '../pdf/paper-pdf.ts'
import { type PaperSheet, writePaperCsv } from './paper-csv.ts'
import { writePaperJson } from './paper-json.ts'

const bytesOf = async (pieces: AsyncIterable<string>): Promise<Buffer> =>
  Buffer.concat(await streamInTurns(pieces).toArray())

/**
 * Draws an issued document: the CSV, and the PDF with its lines attached as the same CSV and as JSON (RECV-12). Both are
 * made from one reading of the lines, so they agree.
 */
export async function drawPair(
  print: Print,
  sheet: PaperSheet,
  chunks: AsyncIterable<readonly PaperLine[]>,
): Promise<DrawnPair> {
  const lines: PaperLine[] = []
  async function* collected() {
    for await (const chunk of chunks) {
      lines.push(...chunk)
      yield chunk
    }
  }
  let csv: Buffer | undefined
  const pdf = printPaper(print, collected(), async (document) => {
    const modifiedAt = new Date(print.head.updated_at)
    csv = await bytesOf(writePaperCsv(sheet, [lines]))
    await document.attach({ name: `${sheet.number}.csv`, type: 'text/csv', content: csv, modifiedAt })
    const content = await bytesOf(writePaperJson(sheet, lines))
    await document.attach({ name: `${sheet.number}.json`, type: 'application/json', content, modifiedAt })
  })
  const PDF = Buffer.concat(await pdf.toArray())
  if (!csv) throw new Error(`The lines of ${sheet.number} were not written.`)
  return { PDF, CSV: csv }
}
