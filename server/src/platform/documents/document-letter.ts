import { type BrandKey, brands } from '@portal/contract/lookups/brands.ts'
import { escapeHtml } from '../html.rules.ts'
import type { MailText } from '../mailer.ts'
import type { DocumentLanguage } from './document-format.ts'

/** The words of a mail with a document attached. */
export type LetterParts = {
  subject: string
  greeting: string
  facts: string[]
  /** A text of the provider, such as how to pay. */
  note: string | null
  link: string
  closing: string
}
export type LetterSender = { brand: BrandKey; language: DocumentLanguage; legal_name: string | null }

/** The mail of an issued document, in the brand's colour and signed by the supplier (BRAND-3). */
export function documentLetter(
  { brand, language, legal_name }: LetterSender,
  parts: LetterParts,
  { number, address }: { number: string; address: string },
): MailText {
  const { name, color } = brands[brand]
  const sender = legal_name || name
  const body = [parts.greeting, ...parts.facts, ...(parts.note ? [parts.note] : [])]
  const paragraphs = body.map((text) => `<p>${escapeHtml(text).replaceAll('\n', '<br>')}</p>`).join('')
  const link = `<p>${escapeHtml(parts.link)} <a href="${escapeHtml(address)}" style="color:${color}">${escapeHtml(number)}</a></p>`
  const ending = `<p>${escapeHtml(parts.closing)}<br><strong style="color:${color}">${escapeHtml(sender)}</strong></p>`
  return {
    subject: `${name}${language === 'fr' ? '\u00a0' : ''}: ${parts.subject}`,
    text: `${body.join('\n\n')}\n\n${parts.link}\n${address}\n\n${parts.closing}\n${sender}\n`,
    html: `<!doctype html><html lang="${language}"><body>${paragraphs}${link}${ending}</body></html>`,
  }
}
