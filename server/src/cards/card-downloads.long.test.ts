import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { people } from '../testing/factories.ts'
import { exportWorkbook, readAsImport } from '../testing/files/card-workbooks.ts'
import { convertFiles } from '../testing/files/libre-office.ts'
import { testApp } from '../testing/test-app.ts'

const service = await testApp()

test('LIST-15 the import reads every digit of a Cards.xlsx that LibreOffice opened and saved', async () => {
  const { owner, folder } = service
  const { rows } = await owner.query('select id::int, card_number from cards order by id limit 100')
  const reply = await exportWorkbook(
    service,
    people.staff,
    rows.map(({ id }) => id),
  )
  await mkdir(join(folder, 'saved'))
  await writeFile(join(folder, 'Cards.xlsx'), reply.rawPayload)
  convertFiles('xlsx', join(folder, 'saved'), [join(folder, 'Cards.xlsx')])
  const imported = await readAsImport(join(folder, 'saved/Cards.xlsx'))
  expect([imported.read, imported.failed]).toEqual([100, 0])
  expect(rows.filter(({ card_number }) => !imported.lines.includes(card_number))).toEqual([])
  expect(rows.filter(({ card_number }) => card_number.length === 16)).toHaveLength(10)
})
