import { expect, test } from 'vitest'
import { proposeMapping } from './bank-mapping.rules.ts'

const rowsOf = (text: string, sign = ',') =>
  text.split('\n').map((line, index) => ({ row: index + 1, cells: line.split(sign) }))

test('RECV-1 English headers are mapped by their names', () => {
  const { columns, rows, proposed } = proposeMapping(
    rowsOf('Posted Date,Description,Reference,Debit,Credit\n2026-11-03,ACME,R1,,10.00\n2026-11-04,ACME,R2,5.00,'),
    ',',
  )
  expect(columns).toEqual(['Posted Date', 'Description', 'Reference', 'Debit', 'Credit'])
  expect(rows).toHaveLength(2)
  expect(proposed).toEqual({
    has_header: true,
    separator: ',',
    decimal_mark: '.',
    date_format: 'YYYY-MM-DD',
    date: 'Posted Date',
    amount: null,
    credit: 'Credit',
    debit: 'Debit',
    reference: 'Reference',
    name: 'Description',
  })
})

test('RECV-1 French headers below a title are mapped by their names', () => {
  const { proposed, rows } = proposeMapping(
    rowsOf('Relevé;Compte\nDate;Numéro de référence;Payeur;Montant\n25/11/2026;R1;ACME;1 250,00', ';'),
    ';',
  )
  expect(proposed).toMatchObject({ date: 'Date', reference: 'Numéro de référence', name: 'Payeur', amount: 'Montant' })
  expect(proposed).toMatchObject({ date_format: 'DD-MM-YYYY', decimal_mark: ',', credit: null, debit: null })
  expect(rows).toEqual([{ row: 3, cells: ['25/11/2026', 'R1', 'ACME', '1 250,00'] }])
})

test('RECV-1 an order of day and month that is not certain is left to the person', () => {
  expect(proposeMapping(rowsOf('Date,Amount,Memo\n03/11/2026,10.00,A'), ',').proposed.date_format).toBeNull()
  expect(proposeMapping(rowsOf('Date,Amount,Memo\n03/21/2026,10.00,A'), ',').proposed.date_format).toBe('MM-DD-YYYY')
})

test('RECV-1 a file without a header row is mapped by column numbers', () => {
  const { columns, rows, proposed } = proposeMapping(
    rowsOf('2026-11-03,4471,ACME,10.00\n2026-11-04,4472,ACME,-5.00'),
    ',',
  )
  expect([columns, rows.length]).toEqual([['1', '2', '3', '4'], 2])
  expect(proposed).toMatchObject({ has_header: false, date: '1', amount: '4', reference: null, name: null })
})
