import type { Chapter } from './promise.ts'

export const moneyPromises: Chapter = {
  title: 'Money',
  promises: [
    {
      id: 'M5',
      words: 'An invoice is never paid twice, also by two processes at once.',
      kept: ['server/src/payments/payments.actions.ts', 'server/src/db/functions/settlements.sql'],
      proof: [
        { file: 'server/src/payments/payments.test.ts', test: 'PAY-2 M5 of 24 simultaneous payments' },
        { file: 'server/src/payments/payment-guards.test.ts', test: 'M5 the database rejects any cent' },
      ],
      defect: {
        what: 'the invoice is read without a lock',
        file: 'server/src/invoices/invoices.queries.ts',
        from: "  invoiceBy(db, scope, reference)\n    .forUpdate('invoices')",
        to: '  invoiceBy(db, scope, reference)',
      },
    },
  ],
}
