import type { Recipient } from '../notifications/people.queries.ts'
import type { DocumentLanguage } from '../platform/documents/document-format.ts'
import { documentLetter, type LetterParts } from '../platform/documents/document-letter.ts'
import type { MailText } from '../platform/mailer.ts'

/** The mail with the price list of a day, in the person's language (SMART-4). */
export function priceListLetter(
  { first_name, brand, language }: Pick<Recipient, 'first_name' | 'brand' | 'language'>,
  day: string,
  publicUrl: string,
): MailText {
  const parts: Record<DocumentLanguage, LetterParts> = {
    en: {
      subject: `Fuel prices for ${day}`,
      greeting: `Hello ${first_name},`,
      facts: [
        `Attached are your fuel prices for ${day} at every site.`,
        'You asked for this e-mail. To stop it, clear the check box in Smart Buy in the portal.',
      ],
      note: null,
      link: 'See them on a map or by distance:',
      closing: 'Have a good day.',
    },
    fr: {
      subject: `Prix du carburant du ${day}`,
      greeting: `Bonjour ${first_name},`,
      facts: [
        `Vous trouverez ci-joint vos prix du carburant du ${day} pour chaque site.`,
        'Vous avez demandé ce courriel. Pour ne plus le recevoir, décochez la case dans Achat futé, dans le portail.',
      ],
      note: null,
      link: 'Consultez-les sur une carte ou selon la distance\u00a0:',
      closing: 'Bonne journée.',
    },
  }
  const names: Record<DocumentLanguage, string> = { en: 'Smart Buy', fr: 'Achat futé' }
  const address = `${publicUrl}/smartbuy?day=${day}`
  return documentLetter({ brand, language, legal_name: null }, parts[language], { number: names[language], address })
}
