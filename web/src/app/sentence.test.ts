import { message, severalOf } from '@portal/contract/message.ts'
import { messages } from '@portal/contract/messages.ts'
import { expect, test } from 'vitest'
import { fetchMessages, sentence } from '../ui/words/sentence.ts'
import { type TFunction, translateNow } from '../ui/words/translation.ts'
import { speak } from './component-tests/speak.ts'
import { french, frenchMessages } from './french.ts'

async function speaking(language: 'en-CA' | 'fr-CA'): Promise<TFunction> {
  await speak(language)
  await fetchMessages()
  return translateNow
}
const plain = (text: string) => text.replaceAll(/\s/g, ' ')

test('UX-5 until the messages load, lock reasons are shown, and else the English sentence sent with the message', async () => {
  await speak('en-CA')
  expect(sentence(translateNow, 'card.closed')).toBe('A closed card cannot be changed.')
  const stored = 'This site is new. It had no rates before.'
  expect(sentence(translateNow, { key: 'rate.site-new', params: {} }, stored)).toBe(stored)
  await expect.poll(() => sentence(translateNow, 'rate.site-new')).toBe(stored)
})

test('UX-5 a message is translated, with its parameters in the user’s format', async () => {
  const taken = message('markup.taken-between', { from: '2026-11-01', to: '2026-12-31' })
  const due = message('payment.due-now', { due: 1234.5, currency: 'USD' })
  const rows = message('import.rows-failed', { failed: 1200, read: 15_000 })
  const price = { key: 'rate.price-moved', params: { before: 1.2, after: 1.5432 } }
  const formats = message('rate.date-form', { formats: 'MM/DD/YYYY|YYYY-MM-DD' })
  const columns = message('sheet.columns-missing', { columns: severalOf(['Price', 'Site']) })
  const english = await speaking('en-CA')
  expect([taken, due, rows, price, formats, columns].map((said) => plain(sentence(english, said)))).toEqual([
    'This company already has an active markup for this provider from 01/11/26 to 31/12/26.',
    'The amount due is now $1,234.50 USD. Close this dialog and open it again.',
    'Nothing was imported: 1,200 of 15,000 rows have errors.',
    'The price changed by more than 15%: from 1.2000 to 1.5432.',
    'Enter a date as MM/DD/YYYY or YYYY-MM-DD.',
    'Columns are missing: “Price”, “Site”.',
  ])
  const french = await speaking('fr-CA')
  expect([taken, due, rows, price, formats, columns].map((said) => plain(sentence(french, said)))).toEqual([
    'Cette entreprise a déjà une majoration active pour ce fournisseur du 01/11/26 au 31/12/26.',
    'Le montant dû est maintenant de 1 234,50 $ USD. Fermez cette fenêtre et ouvrez-la de nouveau.',
    'Rien n’a été importé : 1 200 lignes sur 15 000 comportent des erreurs.',
    'Le prix a changé de plus de 15 % : de 1,2000 à 1,5432.',
    'Entrez une date sous la forme MM/JJ/AAAA ou AAAA-MM-JJ.',
    'Il manque des colonnes : « Price », « Site ».',
  ])
})

test('UX-5 a message can contain another message and translated words', async () => {
  const t = await speaking('fr-CA')
  const reason = message('booking.cell-rejected', { column: 'Quantity', reason: 'field.number' })
  expect(plain(sentence(t, message('booking.row-rejected', { row: 7, reason })))).toBe(
    'La ligne 7 de la même transaction a été rejetée. Quantity : Entrez un nombre.',
  )
  expect(plain(sentence(t, message('card.status-change', { from: 'HOLD', to: 'Closed' })))).toBe(
    `Une carte ne peut pas passer de « ${french.HOLD} » à « ${french.Closed} » ici.`,
  )
})

test('UX-5 LIST-10 a day error uses the page’s date format, and a stored sentence stays', async () => {
  const t = await speaking('en-CA')
  expect(sentence(t, 'field.date')).toBe('Enter a real date as dd/mm/yy.')
  expect(sentence(t, 'The file of 2026-11-01 was refused.')).toBe('The file of 01/11/26 was refused.')
  for (const key of Object.keys(messages)) expect(frenchMessages[key], key).not.toBe(messages[key as 'field.required'])
})
