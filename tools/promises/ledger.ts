import type { Chapter } from './promise.ts'

export const ledgerPromises: Chapter = {
  title: 'Money on record',
  promises: [
    {
      id: 'M9',
      words: 'The statuses of an invoice and their locked fields hold on the server, for every status and field.',
      kept: [
        'contract/src/invoices/invoice-status.rules.ts',
        'server/src/invoices/invoices.actions.ts',
        'server/src/db/functions/billing.sql',
      ],
      proof: [
        { file: 'server/src/invoices/invoices.test.ts', test: 'INV-5 M9 changes allowed in' },
        { file: 'contract/src/invoices/invoice-status.rules.test.ts', test: 'INV-5 M9 the status decides' },
        { file: 'server/src/invoices/invoices.test.ts', test: 'INV-5 the database enforces the order of statuses' },
      ],
      defect: {
        what: 'the server does not compare changed fields with the locked ones',
        file: 'server/src/invoices/invoices.actions.ts',
        from: '    if (reason) faults[field] = reason\n',
        to: '',
      },
    },
    {
      id: 'M10',
      words: 'Currencies never mix: not in a sum, an invoice, a payment or a price.',
      kept: ['server/src/payments/payments.actions.ts', 'server/src/billing/drafts.actions.ts'],
      proof: [
        { file: 'server/src/payments/payments.test.ts', test: 'PAY-2 M10 M12 each rejection has its own code' },
        { file: 'server/src/accounts/accounts.test.ts', test: 'PAY-5 M10 unpaid amounts are grouped by age' },
        {
          file: 'contract/src/pricing/price.rules.test.ts',
          test: 'M10 a rate or a markup in another currency does not apply',
        },
        { file: 'server/src/db/reconcile/reconcile.test.ts', test: 'M2 M3 M7 M8 each broken row is reported' },
      ],
      defect: {
        what: 'the currency of a payment is not compared with its invoice',
        file: 'server/src/payments/payments.actions.ts',
        from: "  if (currency !== invoice.currency) throw refuseAt('payment.currency', 'currency')\n",
        to: '',
      },
    },
    {
      id: 'M11',
      words: 'A customer has one active markup per fuel provider and day; the database refuses an overlap.',
      kept: ['server/src/db/migrations/0011_markups.sql', 'server/src/markups/markups.queries.ts'],
      proof: [
        { file: 'server/src/markups/markups.test.ts', test: 'MARK-5 M11 the database itself rejects an overlap' },
        { file: 'server/src/rates/tax-rates.test.ts', test: 'M11 PERM-7 the database rejects overlapping rates' },
      ],
      defect: {
        what: 'the last day of a markup does not count as its own',
        file: 'server/src/db/migrations/0011_markups.sql',
        from: "daterange(from_date, to_date, '[]') with &&",
        to: "daterange(from_date, to_date, '[)') with &&",
      },
    },
    {
      id: 'M12',
      words:
        'In forms and sheets, NaN, 1e3, 12,34, too many decimals and amounts out of range are refused, never misread.',
      kept: ['server/src/platform/sheets/cells.ts', 'contract/src/fields.ts'],
      proof: [
        { file: 'server/src/cards/sheets/card-imports.test.ts', test: 'CARD-13 I1 a preview writes nothing' },
        {
          file: 'server/src/cards/sheets/card-imports.test.ts',
          test: 'CARD-13 M12 I5 a value damaged by a spreadsheet',
        },
        { file: 'server/src/payments/payments.test.ts', test: 'PAY-2 M10 M12 each rejection has its own code' },
        {
          file: 'server/src/transactions/manual/manual-transactions.test.ts',
          test: 'TXN-6 API-2 M12 each error is reported at its field',
        },
      ],
      defect: {
        what: 'a comma is removed wherever it stands: 12,34 becomes 1234',
        file: 'server/src/platform/sheets/cells.ts',
        from: '(,\\d{3})+)(\\.\\d+)?$/',
        to: '(,\\d+)+)(\\.\\d+)?$/',
      },
    },
    {
      id: 'M13',
      words: 'Nothing that was billed is changed or deleted; a reversal is a row of its own.',
      kept: ['server/src/db/functions/billing.sql', 'server/src/db/functions/settlements.sql'],
      proof: [
        { file: 'server/src/invoices/billed-stay.test.ts', test: 'TXN-13 M13 a billed transaction cannot be deleted' },
        { file: 'server/src/invoices/billed-stay.test.ts', test: 'TXN-13 M13 lines of a billed transaction' },
        {
          file: 'server/src/payments/payments.test.ts',
          test: 'PAY-5 M13 a returned payment is reversed by its own row',
        },
        { file: 'server/src/payments/payment-guards.test.ts', test: 'PAY-5 M13 the database accepts a reversal only' },
      ],
      defect: {
        what: 'the database deletes a billed transaction',
        file: 'server/src/db/functions/billing.sql',
        from: 'create trigger transactions_billed_not_deleted before delete on transactions\n  for each row when (old.invoice_id is not null)',
        to: 'create trigger transactions_billed_not_deleted before delete on transactions\n  for each row when (false)',
      },
    },
    {
      id: 'M14',
      words: 'What was issued is kept as issued, byte for byte, in every later download, ZIP and mail.',
      kept: [
        'server/src/documents/issued-documents.actions.ts',
        'server/src/invoices/invoice-documents.actions.ts',
        'server/src/db/functions/documents.sql',
      ],
      proof: [
        {
          file: 'server/src/invoices/issued/stored-invoices.test.ts',
          test: 'M14 an issued invoice keeps the supplier, names and bytes',
        },
        {
          file: 'server/src/invoices/issued/stored-invoices.test.ts',
          test: 'RECV-4 lost or changed content is an error',
        },
        {
          file: 'server/src/credit-notes/credit-note-documents.test.ts',
          test: 'RECV-4 M6 of several that store a credit note at once',
        },
      ],
      defect: {
        what: 'an issued invoice is drawn at each download, like a Draft',
        file: 'server/src/invoices/invoice-documents.actions.ts',
        from: '  if (isIssued(invoice)) return readIssuedInvoice(services, invoice.id, type)\n',
        to: '',
      },
    },
    {
      id: 'M15',
      words: 'Nothing is dated in closed books, on any path.',
      kept: ['server/src/db/functions/issuing.sql'],
      proof: [
        {
          file: 'server/src/books/books.test.ts',
          test: 'M15 the database refuses what is dated in closed books, also to the owner',
        },
        { file: 'server/src/books/books.test.ts', test: 'RECV-6 nothing is issued, received, allocated' },
        { file: 'server/src/books/books.test.ts', test: 'RECV-6 closing waits for what is being booked' },
      ],
      defect: {
        what: 'the last closed day is still open',
        file: 'server/src/db/functions/issuing.sql',
        from: '  if p_day <= v_closed then',
        to: '  if p_day < v_closed then',
      },
    },
    {
      id: 'M16',
      words:
        'The command reconcile proves prices, taxes, payments, ledgers and balances: more than thirty kinds of change by hand are each named.',
      kept: ['server/src/db/reconcile/reconcile.ts', 'server/src/db/reconcile/reconcile-receivables.ts'],
      proof: [
        {
          file: 'server/src/db/reconcile/corruptions.long.test.ts',
          test: 'M16 every one of more than thirty changes by hand is named',
        },
        { file: 'server/src/db/reconcile/reconcile.test.ts', test: 'RECV-11 RATE-4 COST-1 a line whose price' },
        { file: 'server/src/db/reconcile/reconcile-journal.test.ts', test: 'RECV-11 an entry that does not balance' },
      ],
      defect: {
        what: 'stored sums of receipts and credit notes are not compared with their rows',
        file: 'server/src/db/reconcile/reconcile-receivables.ts',
        from: ' <> coalesce(s.cents, 0) order by',
        to: ' is null order by',
      },
    },
  ],
}
