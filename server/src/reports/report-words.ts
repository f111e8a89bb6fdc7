import { english, partsOf } from '@portal/contract/english.ts'
import { frenchIftaNotes } from '@portal/contract/ifta/ifta.french.ts'
import { fillTemplate, type Message, type Writer } from '@portal/contract/message.ts'
import { frenchReportMessages, frenchReportWords } from '@portal/contract/reports/reports.french.ts'
import { toUnits } from '@portal/contract/rules/money.ts'
import { type DocumentLanguage, formatMoney } from '../platform/documents/document-format.ts'

type Words = Readonly<Record<string, string>>
const frenchNotes: Words = { ...frenchReportMessages, ...frenchIftaNotes }
const frenchWord = (word: string): string => (frenchReportWords as Words)[word] ?? word
const inFrench: Writer = (value, kind, { currency }) => {
  if (kind === 'money') return formatMoney(toUnits(Number(value), 'money'), String(currency), 'fr')
  if (kind === 'message') return frenchNote(String(value))
  if (kind === 'word') return frenchWord(String(value))
  if (kind === 'plain') return String(value)
  const places = { amount: 2, price: 4 }[kind as string]
  if (places !== undefined)
    return Number(value).toLocaleString('fr-CA', { minimumFractionDigits: places, maximumFractionDigits: places })
  return typeof value === 'number' ? value.toLocaleString('fr-CA') : value
}
function frenchNote(text: string): string {
  const parts = partsOf(text)
  const template = parts && frenchNotes[parts.key]
  return parts && template ? fillTemplate(template, parts.params, inFrench) : english(text)
}
/** How a file or mail of a report speaks. A name that is no word of ours stays as it is. */
export const speakerOf = (language: DocumentLanguage) =>
  language === 'fr'
    ? { word: frenchWord, note: (note: Message) => frenchNote(note), colon: '\u00a0: ' }
    : { word: (word: string) => word, note: (note: Message) => english(note), colon: ': ' }
export type Speaker = ReturnType<typeof speakerOf>
