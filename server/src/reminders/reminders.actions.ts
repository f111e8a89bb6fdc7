import { buffer } from 'node:stream/consumers'
import { isEmail } from '@portal/contract/fields.ts'
import { prepareStatement, readStatement, readStatementHead, statementFileName } from '../accounts/accounts.actions.ts'
import type { Db } from '../db/connect.ts'
import { getPaperHead } from '../invoices/invoice-documents.queries.ts'
import { attachDocument } from '../invoices/invoice-mail.actions.ts'
import { reminderKind } from '../invoices/invoice-mail.queries.ts'
import { queueMail } from '../outbox/outbox.actions.ts'
import { staffScope } from '../platform/access/scope.ts'
import type { Services } from '../platform/http/context.ts'
import type { AttachedFile, PaperAttachment } from '../platform/mailer.ts'
import { reminderLetter, statementLetter } from './reminder-mail-text.ts'
import type { DueReminder } from './reminders.queries.ts'
import type { CalendarMonth } from './reminders.rules.ts'

const scope = staffScope(0)
type Sending = Pick<Services, 'brands'>

/** An address that cannot be one is left out; the customer's page shows that nothing was mailed. */
export async function queueReminder(db: Db, { brands }: Sending, due: DueReminder, day: string): Promise<boolean> {
  const { id, days, language, to_address: to } = due
  if (!isEmail(to)) return false
  const head = await getPaperHead(db, scope, id)
  await queueMail(db, {
    company_id: head.company_id,
    kind: reminderKind,
    brand: head.brand,
    to,
    ...reminderLetter(head, { day, language, publicUrl: brands[head.brand].publicUrl }),
    invoice_id: id,
    reminder_days: days,
    attachments: [{ invoice_id: id, name: `${head.invoice_number}.pdf` }],
  })
  return true
}

type Recipient = { id: number; to_address: string }
/** A customer without a balance and without an entry in the month gets no statement. */
export async function queueStatement(
  db: Db,
  { brands }: Sending,
  { id, to_address: to }: Recipient,
  month: CalendarMonth,
): Promise<boolean> {
  if (!isEmail(to)) return false
  const { statements } = await readStatement(db, scope, id, month)
  if (!statements.some(({ opening, closing, lines }) => opening !== 0 || closing !== 0 || lines.length > 0))
    return false
  const { brand, language, from, to: customer } = await readStatementHead(db, id)
  await queueMail(db, {
    company_id: id,
    kind: 'statement',
    brand,
    to,
    ...statementLetter(
      { brand, language, legal_name: from.name },
      { id, name: customer.name, payment_instructions: from.payment_instructions },
      month,
      brands[brand].publicUrl,
    ),
    statement_month: month.from,
    attachments: [{ company_id: id, ...month, name: statementFileName(customer.name, month) }],
  })
  return true
}

type Reading = Parameters<typeof attachDocument>[0]
/** The files of a mail: stored documents, or a statement as it is when it is sent. */
export const attachFiles =
  (reading: Reading) =>
  async (attachment: PaperAttachment, kind: string): Promise<AttachedFile> => {
    const file = { filename: attachment.name, contentType: 'application/pdf' }
    if (attachment.company_id === undefined)
      return { ...file, content: await attachDocument(reading, attachment, kind) }
    const { company_id, ...period } = attachment
    const { draw } = await reading.database.transaction(
      scope,
      (db) => prepareStatement(db, scope, company_id, period),
      {
        readOnly: true,
      },
    )
    return { ...file, content: await buffer(draw(reading.clock())) }
  }
