import { join } from 'node:path'
import { read, utils, type WorkSheet, write } from '@e965/xlsx'
import { cardFileColumns } from '@portal/contract/cards/card-bulk.ts'
import { cards } from '@portal/contract/cards/cards.ts'
import { expect, test } from 'vitest'
import { cardBody, people } from '../testing/factories.ts'
import { exportWorkbook, readAsImport } from '../testing/files/card-workbooks.ts'
import { testApp } from '../testing/test-app.ts'

const service = await testApp()
const { ask, owner, folder } = service
const create = async (changes: Parameters<typeof cardBody>[0]) =>
  (await ask(people.staff, cards.create, { body: cardBody(changes) })).body

test('LIST-15 CARD-11 Cards.xlsx keeps 16 and 19 digits when a spreadsheet saves it, and imports as the same cards', async () => {
  const made = [
    await create({ card_number: '7083050000000016' }),
    await create({ card_number: '7000000000000000019', driver_name: '=1+1' }),
  ]
  const reply = await exportWorkbook(
    service,
    people.clerk,
    made.map(({ id }) => id),
  )
  expect([reply.statusCode, reply.headers['content-disposition']]).toEqual([200, expect.stringContaining('Cards.xlsx')])
  const saved = write(read(reply.rawPayload, { cellNF: true }), { type: 'buffer', bookType: 'xlsx' }) as Buffer
  const rows = utils.sheet_to_json<Record<string, unknown>>(read(saved).Sheets.Cards as WorkSheet, { defval: null })
  for (const card of made) {
    const found = rows.find(({ card_number }) => card_number === card.card_number) ?? {}
    const names = cardFileColumns.filter((name) => name !== 'card_issue_date')
    expect(names.map((name) => [name, found[name]])).toEqual(names.map((name) => [name, card[name]]))
  }
  const imported = await readAsImport(join(folder, 'Cards.xlsx'), saved)
  expect([imported.read, imported.failed]).toEqual([2, 0])
  for (const value of ['7083050000000016', '7000000000000000019', '2026-03-02']) expect(imported.lines).toContain(value)
})

test('LIST-15 one demo card in ten has 16 digits', async () => {
  const { rows } = await owner.query(
    'select length(card_number) as digits, count(*)::int from cards where id <= 200 group by 1 order by 1',
  )
  expect(rows).toEqual([
    { digits: 14, count: 180 },
    { digits: 16, count: 20 },
  ])
})
