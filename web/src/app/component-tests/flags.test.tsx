import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { FlagBadges, FlagMark } from '../../transactions/flags.tsx'
import { playPages, showPage } from './show-page.tsx'

playPages()

const row = { flags: [] as string[], exceptions: [] as string[], review: null, is_invoiced: false } as const
it.each([
  ['a notice', { ...row, exceptions: ['over_limit'] }, 'warn', { 'Over limit': 'warn' }],
  [
    'a flag that holds',
    { ...row, flags: ['provider_price'], review: 'open' as const },
    'warn',
    { 'Provider price differs': 'warn' },
  ],
  [
    'a severe one beside a notice',
    { ...row, flags: ['on_hold'], exceptions: ['on_hold', 'over_limit'], review: 'open' as const },
    'bad',
    { 'Card on hold': 'bad', 'Over limit': 'warn' },
  ],
  [
    'a severe one that was accepted',
    { ...row, flags: ['on_hold'], exceptions: ['on_hold'], review: 'accepted' as const },
    'warn',
    { 'Card on hold': 'none' },
  ],
])('EXC-2 the flags of %s have the colour of the severity', async (_, given, mark, badges) => {
  await showPage(
    <main>
      <FlagMark row={given} />
      <FlagBadges row={given} />
    </main>,
  )
  expect(document.querySelector('.flag-mark')?.getAttribute('data-tone')).toBe(mark)
  for (const [word, tone] of Object.entries(badges)) {
    const badge = screen.getByText(word, { selector: '.flag-word' }).closest('.status')
    expect([word, badge?.getAttribute('data-tone')]).toEqual([word, tone])
  }
})
