import type { DocumentLanguage } from '../platform/documents/document-format.ts'
import { documentLetter, type LetterParts } from '../platform/documents/document-letter.ts'
import type { MailText } from '../platform/mailer.ts'
import { speakerOf } from './report-words.ts'
import type { ReportReader } from './schedules.queries.ts'

type MailedRun = {
  id: number
  title: string
  name: string
  from_date: string | null
  to_date: string | null
  as_of: string | null
  rows_count: number | null
}
const daysWords = {
  en: {
    period: (from: string, to: string) => `from ${from} to ${to}`,
    oneDay: (day: string) => `for ${day}`,
    day: (day: string) => `as of ${day}`,
  },
  fr: {
    period: (from: string, to: string) => `du ${from} au ${to}`,
    oneDay: (day: string) => `du ${day}`,
    day: (day: string) => `au ${day}`,
  },
} as const
/** The period or the day of a report. Some have neither. */
function daysOf({ from_date, to_date, as_of }: MailedRun, language: DocumentLanguage): string | null {
  if (from_date && from_date === to_date) return daysWords[language].oneDay(from_date)
  if (from_date && to_date) return daysWords[language].period(from_date, to_date)
  return as_of && daysWords[language].day(as_of)
}
/** The mail of a scheduled report, in the person's language. The figures are in its file and on its page (REPT-7). */
export function reportLetter(
  { brand, language, first_name }: ReportReader,
  run: MailedRun,
  publicUrl: string,
): MailText {
  const name = speakerOf(language).word(run.name)
  const days = daysOf(run, language)
  /** The subject of one day needs no preposition. */
  const named = run.from_date === run.to_date ? (run.from_date ?? days) : days
  const subject = named ? `${run.title}, ${named}` : run.title
  const ofDays = days ? ` ${days}` : ''
  const rows = run.rows_count ?? 0
  const parts: Record<DocumentLanguage, LetterParts> = {
    en: {
      subject,
      greeting: `Hello ${first_name},`,
      facts: [rows === 0 ? `The report “${name}”${ofDays} has no rows.` : `Attached is the report “${name}”${ofDays}.`],
      note: null,
      link: 'You can also view it in the portal:',
      closing: 'To stop receiving it, ask the person who manages reports at your company.',
    },
    fr: {
      subject,
      greeting: `Bonjour ${first_name},`,
      facts: [
        rows === 0
          ? `Le rapport «\u00a0${name}\u00a0»${ofDays} ne contient aucune ligne.`
          : `Vous trouverez ci-joint le rapport «\u00a0${name}\u00a0»${ofDays}.`,
      ],
      note: null,
      link: 'Vous pouvez aussi le consulter dans le portail\u00a0:',
      closing: 'Pour ne plus le recevoir, adressez-vous à la personne qui gère les rapports dans votre entreprise.',
    },
  }
  return documentLetter({ brand, language, legal_name: '' }, parts[language], {
    number: run.title,
    address: `${publicUrl}/reporting/runs/${run.id}`,
  })
}
