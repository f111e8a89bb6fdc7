import { expect, test } from 'vitest'
import { z } from 'zod'
import { everyEndpoint } from '../contracts.ts'
import { readCurrency } from './currency.ts'

test('LIST-13 reads every spelling of the two currencies and nothing else', () => {
  expect(['C', 'CN', 'cad', ' CAD '].map(readCurrency)).toEqual(['CAD', 'CAD', 'CAD', 'CAD'])
  expect(['U', 'US', 'usd'].map(readCurrency)).toEqual(['USD', 'USD', 'USD'])
  expect(['', 'EUR', 'CA', '$', 'constructor'].map(readCurrency)).toEqual([null, null, null, null, null])
})

test('LIST-13 every endpoint accepts all spellings of a currency', () => {
  const named: string[] = []
  const strict: string[] = []
  for (const { id, body, query } of everyEndpoint)
    for (const input of [body, query]) {
      if (!input) continue
      z.toJSONSchema(input, {
        io: 'input',
        unrepresentable: 'any',
        override: ({ jsonSchema, path }) => {
          const at = `${id} ${path.join('.')}`
          if (/\bcurrency(_id)?\b/.test(at)) named.push(at)
          if (jsonSchema.enum?.includes('CAD')) strict.push(at)
        },
      })
    }
  expect(strict).toEqual([])
  const calls = [...new Set(named.map((at) => at.split(' ')[0]))]
  expect(calls).toEqual(
    expect.arrayContaining([
      'payments.register',
      'invoices.update',
      'drafts.create',
      'drafts.unbilled',
      'customers.update',
    ]),
  )
  expect(calls).toEqual(expect.arrayContaining(['summaries.trips', 'summaries.orders']))
})
