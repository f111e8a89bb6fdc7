import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { onSessionLost } from '../../api/call.ts'
import { LimitsDialog } from '../../cards/limits/LimitsDialog.tsx'
import { playPages, press, refusal, serve, showPage, type } from './show-page.tsx'

playPages()

it('UX-13 FORM-10 new limits are still there after the session has ended', async () => {
  let sentAway = 0
  onSessionLost(() => {
    sentAway += 1
  })
  serve(({ method }) => (method === 'POST' ? refusal('auth.required') : { body: { card_templates: [] } }))
  await showPage(
    <main>
      <LimitsDialog opened chosen={{ body: { cardIds: [1] }, count: 1 }} onClose={() => {}} onDone={() => {}} />
    </main>,
  )
  await screen.findByRole('dialog', { name: 'Change limits' })
  type('Daily Card Limit', '1800')
  press('Show what changes')
  expect((await screen.findByRole('alert')).textContent).toContain('Please sign in.')
  expect(screen.getByLabelText<HTMLInputElement>('Daily Card Limit').value).toBe('1800')
  expect(sentAway).toBe(0)
})
