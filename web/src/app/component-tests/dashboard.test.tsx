import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { ChangeText } from '../../dashboard/ChangeText.tsx'
import { compared, comparedCount } from '../../dashboard/comparison.rules.ts'
import { type Bar, BarChart } from '../../ui/charts/BarChart.tsx'
import { playPages, press, showPage } from './show-page.tsx'

playPages()

it('UX-11 a change is said with its sign and an arrow, and not invented where there was nothing', async () => {
  await showPage(
    <main>
      <ChangeText comparison={compared(112.3, 100)} />
      <ChangeText comparison={compared(50, 100)} />
      <ChangeText comparison={compared(50, null)} />
      <ChangeText comparison={compared(3000, 100)} />
      <ChangeText comparison={comparedCount(1, 3)} />
    </main>,
  )
  await screen.findByText(/\+12\.3% from the previous period/)
  const shown = [...document.querySelectorAll('.dash-change')].map((one) => one.textContent)
  expect(shown).toEqual([
    '▲ +12.3% from the previous period',
    '▼ -50% from the previous period',
    'No purchases in the previous period',
    '▲ 30 times the previous period',
    '▼ -2 from the previous period',
  ])
})

const bars: Bar[] = [
  { key: '1', label: 'first day', tick: '1', value: 5, before: 7 },
  { key: '2', label: 'second day', tick: '2', value: 0, before: 0 },
  { key: '3', label: 'third day', tick: '3', value: null, before: null },
]
it('UX-11 LIT-12 a day without data is a gap, in the picture and in the table, and never the first reading', async () => {
  await showPage(
    <main>
      <BarChart
        title="Spend"
        bars={bars}
        heads={{ label: 'Day', value: 'Spend' }}
        valueText={(value) => `$${value}`}
        tickText={String}
      />
    </main>,
  )
  const figure = within(await screen.findByRole('figure', { name: 'Spend' }))
  expect(figure.getByText('second day').textContent).toBe('second day $0')
  expect(figure.getByText('100')).toBeTruthy()
  press('View as table')
  const cells = (await figure.findAllByRole('row')).map((row) => row.textContent)
  expect(cells).toEqual(['DaySpendPrevious period', 'third dayno data yet—', 'second day$0$0', 'first day$5$7'])
})
