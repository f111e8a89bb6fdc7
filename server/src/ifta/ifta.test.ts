import { expect, test } from 'vitest'
import { people } from '../testing/factories.ts'
import { testApp } from '../testing/test-app.ts'
import { ifta } from '@portal/contract/ifta/ifta.ts'
const { ask, clock } = await testApp()
clock.now = new Date('2026-11-18T15:00:00Z')
test('REPT-5 look', async () => {
  for (const quarter of ['2026Q3', '2026Q4']) {
    const a = await ask(people.northline, ifta.worksheet, { query: { quarter } })
    console.log(a.status, JSON.stringify({ ...a.body, volumes: a.body.volumes?.length, units: a.body.units?.slice(0, 3) }, null, 1).slice(0, 9000))
    expect(a.status).toBe(200)
  }
})
