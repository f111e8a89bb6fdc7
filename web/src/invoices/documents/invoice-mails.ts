import { invoiceMail } from '@portal/contract/invoices/invoice-mail.ts'
import { call } from '../../api/call.ts'
import { queryKeyOf } from '../../api/query-keys.ts'
import type { MailSource } from '../../documents/document-calls.ts'

export const invoiceMailsOf = (id: string): MailSource => ({
  queryKey: queryKeyOf(invoiceMail.mails, { id }),
  queryFn: ({ signal }) => call(invoiceMail.mails, { params: { id } }, { signal }),
})
