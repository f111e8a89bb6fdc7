import type { TFunction } from 'i18next'
import { withDays } from './texts.ts'

/** The rules speak to programs too, which write a day otherwise than people do here (LIST-10). */
const spoken: Readonly<Record<string, string>> = { 'Enter a date as YYYY-MM-DD.': 'Enter a real date as dd/mm/yy.' }
const values = /(?<day>\d{2}\/\d{2}\/\d{2})|\d+(\.\d+)?/g

/**
 * The rules' own sentences carry numbers and days; they are translated as `Use at most {n0} characters.` and `Choose a
 * day after {d0}.`
 */
export function sentence(t: TFunction, text: string): string {
  const found: Record<string, string> = {}
  const counts = { d: 0, n: 0 }
  const key = withDays(spoken[text] ?? text).replace(values, (value, day: string | undefined) => {
    const kind = day === undefined ? 'n' : 'd'
    const name = `${kind}${counts[kind]++}`
    found[name] = value
    return `{${name}}`
  })
  return key.includes('{') ? t(key, found) : t(key)
}
