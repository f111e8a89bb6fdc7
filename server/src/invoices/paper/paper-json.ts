import { piecesOf } from '../../platform/jobs/turns.ts'
import type { PaperLine } from '../invoice-paper.rules.ts'
import { type PaperSheet, paperLineColumns } from './paper-csv.ts'

/** `GST/HST number` becomes `gst_hst_number`. */
const jsonName = (label: string): string =>
  label
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/_$/, '')
const lineFields = Object.entries(paperLineColumns).map(([label, of]) => [jsonName(label), of] as const)
const lineOf = (line: PaperLine) => Object.fromEntries(lineFields.map(([name, of]) => [name, of(line) ?? null]))

/** The document for a program to read (RECV-12). It has the fields of the CSV, its own only once. */
export async function* writePaperJson(
  { kind, facts }: PaperSheet,
  lines: readonly PaperLine[],
): AsyncGenerator<string> {
  const head = Object.fromEntries(Object.entries(facts).map(([label, value]) => [jsonName(label), value ?? null]))
  yield `{"${kind}":${JSON.stringify(head)},"lines":[`
  let isFirst = true
  for (const piece of piecesOf(lines, (line) => JSON.stringify(lineOf(line)), ',')) {
    yield isFirst ? piece : `,${piece}`
    isFirst = false
  }
  yield ']}\n'
}
