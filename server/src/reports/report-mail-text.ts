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
  rows_count: number | null
}
/** The mail of a scheduled report, in the person's language. The figures are in its file and on its page (REPT-7). */
export function reportLetter(
  { brand, language, first_name }: ReportReader,
  run: MailedRun,
  publicUrl: string,
): MailText {
  const name = speakerOf(language).word(run.name)
  const period = { en: `${run.from_date} to ${run.to_date}`, fr: `du ${run.from_date} au ${run.to_date}` }[language]
  const rows = run.rows_count ?? 0
  const parts: Record<DocumentLanguage, LetterParts> = {
    en: {
      subject: `${run.title}, ${period}`,
      greeting: `Hello ${first_name},`,
      facts: [
        rows === 0
          ? `The report “${name}” for ${period} has no rows.`
          : `Attached is the report “${name}” for ${period}.`,
      ],
      note: null,
      link: 'You can also view it in the portal:',
      closing: 'To receive it no longer, ask the person who manages reports at your company.',
    },
    fr: {
      subject: `${run.title}, ${period}`,
      greeting: `Bonjour ${first_name},`,
      facts: [
        rows === 0
          ? `Le rapport «\u00a0${name}\u00a0» ${period} ne contient aucune ligne.`
          : `Vous trouverez ci-joint le rapport «\u00a0${name}\u00a0» ${period}.`,
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
