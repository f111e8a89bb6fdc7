import type { ReportRow } from '@portal/contract/reports/reports.ts'
import { type Speaker, speakerOf } from './report-words.ts'
import { parameterFields } from './reports.actions.ts'

/** The period and the customer stand in a document's head. */
const inHead = ['from', 'to', 'company_id']
/** What a run was asked beside its period and customer, in words: `Grouped by: Province · Currency: CAD`. */
export function askedText(key: string, parameters: ReportRow, { word, colon }: Speaker): string {
  return Object.entries(parameterFields(key))
    .filter(([name]) => parameters[name] != null && !inHead.includes(name))
    .map(([name, { title = name, words = {} }]) => {
      const value = String(parameters[name])
      return `${word(title)}${colon}${Object.hasOwn(words, value) ? word(words[value] ?? value) : value}`
    })
    .join(' · ')
}
/** The days of a run, or the day it was made. */
export const periodText = ({ from, to, created_at }: { from: string | null; to: string | null; created_at: string }) =>
  from && to ? (from === to ? from : `${from} – ${to}`) : created_at.slice(0, 10)
/** For lists and the log. */
export const askedInEnglish = (key: string, parameters: ReportRow): string =>
  askedText(key, parameters, speakerOf('en'))
