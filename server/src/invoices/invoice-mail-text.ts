import { brands } from '@portal/contract/lookups/brands.ts'
import { formatMoney } from '../platform/documents/document-format.ts'
import { escapeHtml } from '../platform/html.rules.ts'
import type { PaperHead } from './invoice-paper.rules.ts'

type Parts = {
  subject: string
  greeting: string
  facts: string[]
  payment: string | null
  link: string
  closing: string
}

function english(head: PaperHead, due: string, total: string): Parts {
  const { invoice_number: number, issued_date, due_date, start_date, end_date } = head
  return {
    subject: `Invoice ${number}`,
    greeting: `Hello ${head.company_name},`,
    facts: [
      `Attached is invoice ${number} of ${issued_date}, for ${start_date} to ${end_date}.`,
      `Total: ${total}. Amount due: ${due}, by ${due_date}.`,
    ],
    payment: head.payment_instructions || null,
    link: 'You can also view it in the portal:',
    closing: 'Thank you for your business.',
  }
}
function french(head: PaperHead, due: string, total: string): Parts {
  const { invoice_number: number, issued_date, due_date, start_date, end_date } = head
  return {
    subject: `Facture ${number}`,
    greeting: `Bonjour ${head.company_name},`,
    facts: [
      `Vous trouverez ci-jointe la facture ${number} du ${issued_date}, pour la période du ${start_date} au ${end_date}.`,
      `Total : ${total}. Montant dû : ${due}, au plus tard le ${due_date}.`,
    ],
    payment: head.payment_instructions || null,
    link: 'Vous pouvez aussi la consulter dans le portail :',
    closing: 'Merci de votre confiance.',
  }
}

/**
 * The e-mail for an invoice, with the company's brand and language (BRAND-3). The link uses the brand's configured
 * address.
 */
export function invoiceLetter(head: PaperHead, publicUrl: string): { subject: string; text: string; html: string } {
  const { name, color } = brands[head.brand]
  const money = (cents: number) => formatMoney(cents, head.currency, head.language)
  const parts = (head.language === 'fr' ? french : english)(head, money(head.due_cents), money(head.total_cents))
  const address = `${publicUrl}/invoices/${head.id}/view`
  const sender = head.legal_name || name
  const body = [parts.greeting, ...parts.facts, ...(parts.payment ? [parts.payment] : [])]
  const paragraphs = body.map((text) => `<p>${escapeHtml(text).replaceAll('\n', '<br>')}</p>`).join('')
  const link = `<p>${escapeHtml(parts.link)} <a href="${escapeHtml(address)}" style="color:${color}">${escapeHtml(head.invoice_number)}</a></p>`
  const ending = `<p>${escapeHtml(parts.closing)}<br><strong style="color:${color}">${escapeHtml(sender)}</strong></p>`
  return {
    subject: `${name}: ${parts.subject}`,
    text: `${body.join('\n\n')}\n\n${parts.link}\n${address}\n\n${parts.closing}\n${sender}\n`,
    html: `<!doctype html><html lang="${head.language}"><body>${paragraphs}${link}${ending}</body></html>`,
  }
}
