import { piecesOf } from '../platform/jobs/turns.ts'
import { invoiceHeadColumns, invoiceLineColumns } from './invoice-csv.ts'
import type { Paper, PaperLine } from './invoice-paper.rules.ts'

/** `GST/HST number` becomes `gst_hst_number`. */
const jsonName = (label: string): string =>
  label
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/_$/, '')
const named = <T>(columns: Record<string, (of: T) => unknown>) =>
  Object.entries(columns).map(([label, of]) => [jsonName(label), of] as const)
const [headFields, lineFields] = [named(invoiceHeadColumns), named(invoiceLineColumns)]
function objectOf<T>(fields: readonly (readonly [string, (of: T) => unknown])[], of: T): Record<string, unknown> {
  const made: Record<string, unknown> = {}
  for (const [name, value] of fields) made[name] = value(of) ?? null
  return made
}

/** The invoice for a program to read (RECV-12). It has the fields of the CSV, the invoice's own only once. */
export async function* writeInvoiceJson({ head }: Paper, lines: readonly PaperLine[]): AsyncGenerator<string> {
  yield `{"invoice":${JSON.stringify(objectOf(headFields, head))},"lines":[`
  let isFirst = true
  for (const piece of piecesOf(lines, (line) => JSON.stringify(objectOf(lineFields, line)), ',')) {
    yield isFirst ? piece : `,${piece}`
    isFirst = false
  }
  yield ']}\n'
}
