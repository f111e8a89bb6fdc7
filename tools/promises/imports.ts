import type { Chapter } from './promise.ts'

export const importPromises: Chapter = {
  title: 'Imports',
  promises: [
    {
      id: 'I1',
      words: 'A refused file leaves nothing; every bad row is reported, and all are counted.',
      kept: ['server/src/imports/import-file.actions.ts', 'server/src/platform/sheets/read-sheet.ts'],
      proof: [
        { file: 'server/src/cards/sheets/card-imports.test.ts', test: 'CARD-13 I1 a preview writes nothing' },
        {
          file: 'server/src/booking/transaction-imports.test.ts',
          test: 'I1 invalid characters do not block a file',
        },
        { file: 'server/src/platform/sheets/layout.test.ts', test: 'I1 every value of a line keeps its position' },
      ],
      defect: {
        what: 'the good rows of a file that was asked for as a whole are imported beside bad ones',
        file: 'server/src/imports/import-file.actions.ts',
        from: "const isWhole = claimed.mode === 'all' || work.isWhole",
        to: 'const isWhole = work.isWhole',
      },
      figure: '17 kills during an import of 8,000 rows: nothing or everything was booked, never a part',
    },
    {
      id: 'I2',
      words:
        'The same bytes, the same rows in another order, saved again, or as .xls instead of .xlsx: nothing is booked twice.',
      kept: ['server/src/booking/matching.queries.ts', 'server/src/booking/booking.queries.ts'],
      proof: [
        {
          file: 'server/src/booking/transaction-imports.test.ts',
          test: 'file imports the same from xlsx and xls, and importing it again, reordered or in the other format',
        },
        { file: 'server/src/booking/same-codes.test.ts', test: 'TXN-9 I2 the same code, day, product and amount' },
        { file: 'server/src/booking/booked-rows.test.ts', test: 'I2 TXN-13 deleting a transaction deletes' },
      ],
      defect: {
        what: 'a row that is already booked is not recognised',
        file: 'server/src/booking/matching.queries.ts',
        from: 'place <= coalesce(equal_n, 0) as is_known',
        to: 'false as is_known',
      },
    },
    {
      id: 'I3',
      words: 'Of two who import or change prices at once, one goes first and the other waits or is refused in words.',
      kept: ['server/src/platform/jobs/claims.ts', 'server/src/pricing/pricing-lock.queries.ts'],
      proof: [
        { file: 'server/src/imports/imports.test.ts', test: 'CARD-13 I3 concurrent workers import each file once' },
        { file: 'server/src/markups/markups.test.ts', test: 'MARK-5 I3 no markup changes while a file is booked' },
        { file: 'server/src/pricing/rate-repricing.test.ts', test: 'RATE-3 I3 a rate file waits' },
        { file: 'server/src/transactions/manual/manual-refusals.test.ts', test: 'I3 TXN-6 manual entry waits' },
      ],
      defect: {
        what: 'a worker claims a record that another one is claiming',
        file: 'server/src/platform/jobs/claims.ts',
        from: '    .forUpdate()\n    .skipLocked()',
        to: '',
      },
    },
    {
      id: 'I4',
      words: 'A changed row of a known transaction is a conflict in the report and overwrites nothing.',
      kept: ['server/src/booking/matching.queries.ts', 'server/src/booking/transaction-imports.actions.ts'],
      proof: [
        {
          file: 'server/src/booking/transaction-imports.test.ts',
          test: 'TXN-9 I4 a row that contradicts a booked one',
        },
        { file: 'server/src/booking/same-codes.test.ts', test: 'TXN-9 I4 another card alone contradicts a purchase' },
      ],
      defect: {
        what: 'contradictions are not looked for, and the changed row is booked as another purchase',
        file: 'server/src/booking/transaction-imports.actions.ts',
        from: '  await faultContradictions(db)\n',
        to: '',
      },
    },
    {
      id: 'I5',
      words: 'A formula in a data column is refused, not read as its last value.',
      kept: ['server/src/platform/sheets/cells.ts'],
      proof: [
        {
          file: 'server/src/cards/sheets/card-imports.test.ts',
          test: 'CARD-13 M12 I5 a value damaged by a spreadsheet',
        },
      ],
      defect: {
        what: 'formulas pass',
        file: 'server/src/platform/sheets/cells.ts',
        from: "typeof cell === 'object' && cell.kind !== 'date') return",
        to: "typeof cell === 'object' && cell.kind !== 'date' && cell.kind !== 'formula') return",
      },
    },
    {
      id: 'I6',
      words: 'Dates are read by the format that the fuel provider declares, also in workbooks that count from 1904.',
      kept: ['server/src/booking/layouts/layout-cells.ts', 'server/src/platform/sheets/sheet.ts'],
      proof: [
        { file: 'server/src/booking/transaction-imports.test.ts', test: 'TXN-9 I6 the error of a bad row says' },
        {
          file: 'server/src/cards/sheets/card-sheet.rules.test.ts',
          test: "reads a date by its workbook's date system",
        },
      ],
      defect: {
        what: 'a date is read by any known format: 03/04/2026 becomes the fourth of March',
        file: 'server/src/booking/layouts/layout-cells.ts',
        from: "for (const format of serial === null ? formats : (['YYYY-MM-DD'] as const)) {",
        to: 'for (const format of Object.keys(patterns) as DateFormat[]) {',
      },
    },
    {
      id: 'I7',
      words: 'Of every file, read = booked + duplicate + quarantined + failed.',
      kept: ['server/src/booking/matching.queries.ts', 'server/src/imports/import-file.actions.ts'],
      proof: [
        { file: 'server/src/booking/transaction-imports.test.ts', test: 'TXN-9 I7 for any file' },
        {
          file: 'server/src/booking/transaction-imports.long.test.ts',
          test: 'TXN-9 I7 for each of a hundred random files',
        },
      ],
      defect: {
        what: 'rows that cannot be read are not counted as failed; the database then refuses the import',
        file: 'server/src/imports/import-file.actions.ts',
        from: 'failed_count: summary.failed + checked.failed,',
        to: 'failed_count: checked.failed,',
      },
      figure: '500 random files: 10,738 rows read, each of them accounted for',
    },
    {
      id: 'I8',
      words: 'A purchase on a card that is unknown, closed or unassigned is quarantined; its company is never guessed.',
      kept: ['server/src/booking/matching.queries.ts', 'server/src/booking/quarantine.actions.ts'],
      proof: [
        { file: 'server/src/booking/quarantine.test.ts', test: 'TXN-9 I8 a transaction with an unknown, closed' },
        { file: 'server/src/booking/quarantine.test.ts', test: 'TXN-9 I8 two unknown cards with the same code' },
        { file: 'server/src/balances/card-balances.test.ts', test: 'CARD-16 I8 a purchase and its credit' },
      ],
      defect: {
        what: 'a purchase on a closed card is booked',
        file: 'server/src/booking/matching.queries.ts',
        from: "when cards.card_status = 'CLOSED' and (",
        to: 'when false and (',
      },
    },
  ],
}
