import type { Chapter } from './promise.ts'

export const moneyPromises: Chapter = {
  title: 'Money',
  promises: [
    {
      id: 'M1',
      words: 'Amounts are whole numbers of their smallest unit and are calculated exactly, never in floating point.',
      kept: ['contract/src/rules/exact.ts', 'contract/src/rules/money.ts'],
      proof: [
        { file: 'contract/src/pricing/price.rules.test.ts', test: 'M1 QST on 140.00, 340.00 and 740.00' },
        {
          file: 'contract/src/pricing/price.rules.test.ts',
          test: 'M1 M4 every price matches the exact-decimal oracle',
        },
        { file: 'contract/src/rules/units.test.ts', test: 'M1 halves round away from zero' },
        {
          file: 'contract/src/rules/units.test.ts',
          test: 'M1 amounts are exact where floating point is not, and refused if out of range',
        },
      ],
      defect: {
        what: 'a tax is calculated in dollars and rounded by toFixed',
        file: 'contract/src/rules/exact.ts',
        from: 'roundedRatio([cents, rate_e5], [100_000])',
        to: 'Math.round(Number(((cents / 100) * (rate_e5 / 100_000)).toFixed(2)) * 100)',
      },
      figure: '300,000 random purchases agree with an oracle of fractions to the cent, at 21 µs per price',
    },
    {
      id: 'M2',
      words: 'The lines of a transaction add up to it.',
      kept: ['server/src/booking/booking.queries.ts', 'server/src/db/reconcile/reconcile-checks.ts'],
      proof: [
        { file: 'server/src/booking/transaction-imports.test.ts', test: 'each transaction is the sum of its lines' },
        { file: 'server/src/booking/credits.test.ts', test: 'M2 MARK-5 partial credits add up to the billed amount' },
        { file: 'server/src/db/reconcile/reconcile.test.ts', test: 'M2 M3 M7 M8 each broken row is reported' },
      ],
      defect: {
        what: 'a transaction gets the amount of its largest line',
        file: 'server/src/booking/booking.queries.ts',
        from: 'sum(p.amount_cents)::bigint as amount_cents from import_inputs',
        to: 'max(p.amount_cents)::bigint as amount_cents from import_inputs',
      },
    },
    {
      id: 'M3',
      words:
        'The total and the amount due of an invoice always follow from its transactions and what settles them; a command proves it over the whole database.',
      kept: [
        'server/src/db/functions/billing.sql',
        'server/src/db/functions/settlements.sql',
        'server/src/db/reconcile/reconcile.ts',
      ],
      proof: [
        { file: 'server/src/billing/money-walks.test.ts', test: 'the money is the oracle’s' },
        { file: 'server/src/db/reconcile/reconcile.test.ts', test: 'M3 data created by the service has no breaches' },
        { file: 'server/src/db/reconcile/reconcile.test.ts', test: 'M3 the command lists the passed checks' },
      ],
      defect: {
        what: 'a transaction that leaves an invoice stays in its total',
        file: 'server/src/db/functions/billing.sql',
        from: 'select -1, id, invoice_id, company_id, currency, -amount_cents from before_that',
        to: 'select -1, id, invoice_id, company_id, currency, 0 from before_that',
      },
    },
    {
      id: 'M4',
      words: 'There is one rounding rule, and the one stored amount is shown everywhere; no document recalculates it.',
      kept: ['contract/src/rules/exact.ts', 'server/src/invoices/invoice-paper.rules.ts'],
      proof: [
        { file: 'server/src/invoices/invoice-documents.test.ts', test: 'INV-12 M4 the PDF matches the stored lines' },
        { file: 'server/src/accounts/accounts.test.ts', test: 'PAY-5 M4 the PDF matches the statement' },
        { file: 'server/src/platform/documents/pdf.test.ts', test: 'M4 amounts are formatted from their digits' },
      ],
      defect: {
        what: 'the PDF calculates the amount of a line from quantity and price',
        file: 'server/src/invoices/pdf/paper-lines.ts',
        from: 'money(heads.pre, 38, ({ pre_cents }) => pre_cents)',
        to: 'money(heads.pre, 38, (one) => Math.floor((one.quantity_milli * one.price_e6) / 10_000_000))',
      },
    },
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
      figure: '17,280 payments by 64 callers at two processes: none too much, none lost',
    },
    {
      id: 'M6',
      words:
        'An Idempotency-Key has one effect, also across a crash, because it is stored with the work; the same key with another body is refused.',
      kept: ['server/src/platform/http/idempotency.ts'],
      proof: [
        { file: 'server/src/payments/payments.test.ts', test: 'PAY-4 M6 the same key pays once' },
        { file: 'server/src/platform/http/mechanism.test.ts', test: 'API-3 the same key gets the same reply, once' },
      ],
      defect: {
        what: 'the body of a repeated request is not compared',
        file: 'server/src/platform/http/idempotency.ts',
        from: '      known.body_hash !== bodyHash ||\n',
        to: '',
      },
    },
    {
      id: 'M7',
      words: 'A transaction is on at most one live invoice.',
      kept: ['server/src/billing/drafts.queries.ts', 'server/src/db/functions/billing.sql'],
      proof: [
        { file: 'server/src/billing/drafts.test.ts', test: 'INV-10 M7 one of many concurrent requests bills' },
        { file: 'server/src/billing/billing-runs.test.ts', test: 'INV-11 M7 M8 six concurrent runs' },
        { file: 'server/src/transactions/review.test.ts', test: 'TXN-23 M7 of a concurrent draft and undo' },
      ],
      defect: {
        what: 'what another request has billed meanwhile is not refused; the database then stops it with an error',
        file: 'server/src/billing/drafts.actions.ts',
        from: "  if (billed.length > 0) return message('draft.billed', { codes: named(billed) })\n",
        to: '',
      },
      figure: '50 rounds of 24 billing runs at once and 40 kills: nothing billed twice',
    },
    {
      id: 'M8',
      words: 'Invoice numbers are unique, without gaps in their series, and never used again.',
      kept: ['server/src/billing/drafts.queries.ts'],
      proof: [
        { file: 'server/src/billing/drafts.test.ts', test: 'INV-10 M8 Drafts of several customers' },
        { file: 'server/src/billing/billing-runs.test.ts', test: 'INV-11 M7 M8 six concurrent runs' },
        { file: 'server/src/db/reconcile/reconcile.test.ts', test: 'M2 M3 M7 M8 each broken row is reported' },
      ],
      defect: {
        what: 'the next number is the count of the stored ones plus one',
        file: 'server/src/billing/drafts.queries.ts',
        from: 'set last_number = document_series.last_number + excluded.last_number returning',
        to: "set last_number = (select count(*) + 1 from invoices where invoice_number like 'INV-%') returning",
      },
      figure: '1,721 invoices after these rounds and kills, and the last number is 1,721',
    },
  ],
}
