import { expect, test } from 'vitest'
import { agoText } from './relative.ts'

const now = '2026-11-18T12:00:00.000000Z'
const ago = (seconds: number) => new Date(new Date(now).getTime() - seconds * 1000).toISOString()

test.each([
  [0, 'now', 'maintenant'],
  [-5, 'now', 'maintenant'],
  [12, '12 seconds ago', 'il y a 12 secondes'],
  [59.6, '59 seconds ago', 'il y a 59 secondes'],
  [63, '1 minute ago', 'il y a 1 minute'],
  [120, '2 minutes ago', 'il y a 2 minutes'],
  [89 * 60, '89 minutes ago', 'il y a 89 minutes'],
  [27 * 3600, '27 hours ago', 'il y a 27 heures'],
  [9 * 86_400, '9 days ago', 'il y a 9 jours'],
])('OPS-5 %d seconds ago is “%s”', (seconds, english, french) => {
  const texts = ['en-CA', 'fr-CA'].map((locale) => agoText(ago(seconds), now, locale).replace(/\s/g, ' '))
  expect(texts).toEqual([english, french])
})
