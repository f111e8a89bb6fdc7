import type { TFunction } from 'i18next'

/** The rules speak to programs too, which write a day otherwise than people do here (LIST-10). */
const spoken: Readonly<Record<string, string>> = { 'Enter a date as YYYY-MM-DD.': 'Enter a real date as dd/mm/yy.' }

/** The rules' own sentences carry numbers; they are translated as `Use at most {n0} characters.` */
export function sentence(t: TFunction, text: string): string {
  const values: Record<string, string> = {}
  let count = 0
  const key = (spoken[text] ?? text).replace(/\d+(\.\d+)?/g, (number) => {
    const name = `n${count++}`
    values[name] = number
    return `{${name}}`
  })
  return count === 0 ? t(key) : t(key, values)
}
