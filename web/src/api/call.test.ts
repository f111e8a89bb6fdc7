import { cards } from '@portal/contract/cards/cards.ts'
import { expect, test, vi } from 'vitest'
import { call } from './call.ts'

test('FORM-11 no page updates a record without its version', async () => {
  const fetched = vi.spyOn(globalThis, 'fetch').mockResolvedValue(new Response('{}', { status: 200 }))
  await expect(call(cards.update, { params: { id: 1 }, body: { card_number: '123456' } as never })).rejects.toThrow(
    'without the record’s version',
  )
  expect(fetched).not.toHaveBeenCalled()
  fetched.mockRestore()
})
