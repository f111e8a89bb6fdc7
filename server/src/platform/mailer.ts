import { connect } from 'node:net'
import { isEmail } from '@portal/contract/fields.ts'
import { type BrandKey, brands } from '@portal/contract/lookups/brands.ts'
import type { Message } from '@portal/contract/message.ts'
import { createTransport } from 'nodemailer'
import type { BrandTable } from '../process/brands.ts'

/** What a mail carries, by reference; the content is made when it is sent. */
export type Attachment = { invoice_id: number; name: string }
export type AttachedFile = { filename: string; contentType: string; content: Buffer }
export type Attach = (attachment: Attachment) => Promise<AttachedFile>
/** What the mail tells of is not so any more: it is not sent, and not tried again. */
export class MailWithdrawn extends Error {
  declare readonly message: Message
  constructor(message: Message) {
    super(message)
  }
}
export type OutgoingMail = {
  id: number
  brand: BrandKey
  to: string
  subject: string
  text: string
  html: string | null
  files?: readonly AttachedFile[]
}
export type Mailer = {
  /** Resolves when the server has taken the mail over; whatever else happens is a rejection, within the limit below. */
  send(mail: OutgoingMail): Promise<void>
  /** Gives up what is still under way. */
  close(): void
}
export type MailerOptions = { smtpUrl: string; brands: BrandTable; limitMs?: number }

/** However slowly a server talks, one mail takes no longer than this. It is well below the lease of a claimed mail. */
export const sendLimitMs = 45_000

/** What stands in a header is one line: a line break in it would begin a header of the sender's choice. */
export const oneLine = (text: string): string => text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim()

const hostOf = (publicUrl: string): string => new URL(publicUrl).hostname
const senderOf = (table: BrandTable, brand: BrandKey) => ({
  name: brands[brand].name,
  address: table[brand].mailFrom ?? `no-reply@${hostOf(table[brand].publicUrl)}`,
})

/** The addresses and the subject were checked on their way in; here, at the door, once more. */
function messageOf(table: BrandTable, { id, brand, to, subject, text, html, files = [] }: OutgoingMail) {
  if (!isEmail(to)) throw new Error('The address of the mail is not one.')
  return {
    from: senderOf(table, brand),
    to: { name: '', address: to },
    subject: oneLine(subject),
    text,
    ...(html === null ? {} : { html }),
    attachments: [...files],
    // The same at every attempt: where a crash makes us send a second time, the receiver can tell that it is the same
    // mail.
    messageId: `<outbox-${id}@${hostOf(table[brand].publicUrl)}>`,
    headers: { 'Auto-Submitted': 'auto-generated' },
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}

/** Sends by SMTP. Every mail has a connection of its own, which one signal can end whatever state it is in. */
export function createMailer({ smtpUrl, brands: table, limitMs = sendLimitMs }: MailerOptions): Mailer {
  const url = new URL(smtpUrl)
  const closing = new AbortController()
  const target = {
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: Number(url.port) || (url.protocol === 'smtps:' ? 465 : 587),
  }
  return {
    async send(mail) {
      const signal = AbortSignal.any([closing.signal, AbortSignal.timeout(limitMs)])
      const transport = createTransport({
        url: smtpUrl,
        greetingTimeout: limitMs,
        socketTimeout: limitMs,
        getSocket: (_options, done) => {
          const socket = connect({ ...target, signal })
          // Before it is connected an error is the answer; afterwards the transport has listeners of its own.
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
      await transport.sendMail(messageOf(table, mail))
    },
    close: () => closing.abort(new Error('The portal is stopping.')),
  }
}
