import { connect } from 'node:net'
import { isEmail } from '@portal/contract/fields.ts'
import { type BrandKey, brands } from '@portal/contract/lookups/brands.ts'
import type { Message } from '@portal/contract/message.ts'
import type { BrandTable } from '../process/brands.ts'

/**
 * An attachment by reference; its content is created when the mail is sent: a document, a company's statement, a report for
 * a person, or a person's price list.
 */
type DocumentRef = { invoice_id: number; credit_note_id?: never } | { credit_note_id: number; invoice_id?: never }
export type DocumentAttachment = { name: string } & DocumentRef
type StatementAttachment = { name: string; company_id: number; from: string; to: string }
export type PaperAttachment = DocumentAttachment | StatementAttachment
export type ReportAttachment = { name: string; report_run_id: number; format: 'csv' | 'xlsx' | 'pdf'; user_id: number }
export type PriceListAttachment = { name: string; price_list: { user_id: number; company_id: number; day: string } }
export type MailAttachment = PaperAttachment | ReportAttachment | PriceListAttachment
export type AttachedFile = { filename: string; contentType: string; content: Buffer }
/** Throws MailWithdrawn if a mail of this kind should not be sent any more. */
export type Attach = (attachment: MailAttachment, kind: string) => Promise<AttachedFile>
/** The mail's reason no longer applies: it is neither sent nor retried. */
export class MailWithdrawn extends Error {
  declare readonly message: Message
  constructor(message: Message) {
    super(message)
  }
}
/** The text of a mail. */
export type MailText = { subject: string; text: string; html: string }
type OutgoingMail = {
  id: number
  brand: BrandKey
  to: string
  subject: string
  text: string
  html: string | null
  files?: readonly AttachedFile[]
}
export type Mailer = {
  /** Resolves when the server has accepted the mail; everything else is a rejection, within the limit below. */
  send(mail: OutgoingMail): Promise<void>
  /** Aborts mails in progress. */
  close(): void
}
export type MailerOptions = { smtpUrl: string; brands: BrandTable; limitMs?: number }

/** The longest time for one mail, however slow the server. Well below a claimed mail's lease. */
const sendLimitMs = 45_000

/** A header is one line: a line break would let the sender start another header. */
export const oneLine = (text: string): string => text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim()

const hostOf = (publicUrl: string): string => new URL(publicUrl).hostname
const senderOf = (table: BrandTable, brand: BrandKey) => ({
  name: brands[brand].name,
  address: table[brand].mailFrom ?? `no-reply@${hostOf(table[brand].publicUrl)}`,
})

/** Addresses and subject were validated on entry; check them again before sending. */
function messageOf(table: BrandTable, { id, brand, to, subject, text, html, files = [] }: OutgoingMail) {
  if (!isEmail(to)) throw new Error('The mail has no valid address.')
  return {
    from: senderOf(table, brand),
    to: { name: '', address: to },
    subject: oneLine(subject),
    text,
    ...(html === null ? {} : { html }),
    attachments: [...files],
    // The same at every attempt: if a crash makes us send twice, the receiver recognizes the duplicate.
    messageId: `<outbox-${id}@${hostOf(table[brand].publicUrl)}>`,
    headers: { 'Auto-Submitted': 'auto-generated' },
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}

/** Sends by SMTP. Each mail has its own connection, which one signal can end in any state. */
export function createMailer({ smtpUrl, brands: table, limitMs = sendLimitMs }: MailerOptions): Mailer {
  const url = new URL(smtpUrl)
  const closing = new AbortController()
  const target = {
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: Number(url.port) || (url.protocol === 'smtps:' ? 465 : 587),
  }
  return {
    async send(mail) {
      const { createTransport } = await import('nodemailer')
      const late = AbortSignal.timeout(limitMs)
      const signal = AbortSignal.any([closing.signal, late])
      const transport = createTransport({
        url: smtpUrl,
        greetingTimeout: limitMs,
        socketTimeout: limitMs,
        getSocket: (_options, done) => {
          const socket = connect({ ...target, signal })
          // Before the connection, an error is the result; afterwards the transport has its own listeners.
          let isConnected = false
          socket.on('error', (error) => {
            if (!isConnected) done(error, false)
          })
          socket.once('connect', () => {
            isConnected = true
            done(null, { connection: socket })
          })
        },
      })
      await transport.sendMail(messageOf(table, mail)).catch((error: unknown) => {
        // The transport only knows that its connection was aborted.
        if (late.aborted) throw new Error(`The mail server did not reply within ${limitMs / 1000} seconds.`)
        throw closing.signal.aborted ? closing.signal.reason : error
      })
    },
    close: () => closing.abort(new Error('The portal is shutting down.')),
  }
}
