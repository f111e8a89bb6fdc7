import type { TFunction } from 'i18next'

/** The rules' own sentences carry numbers; they are translated as `Use at most {n0} characters.` */
export function sentence(t: TFunction, text: string): string {
  const values: Record<string, string> = {}
  let count = 0
  const key = text.replace(/\d+(\.\d+)?/g, (number) => {
    const name = `n${count++}`
    values[name] = number
    return `{${name}}`
  })
  return count === 0 ? t(text) : t(key, values)
}
