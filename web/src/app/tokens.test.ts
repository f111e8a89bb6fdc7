import { brands } from '@portal/contract/lookups/brands.ts'
import { expect, test } from 'vitest'
import { brandTokens, tokens } from './tokens.ts'

function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(color.slice(at, at + 2), 16) / 255
    return part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
function contrast(a: string, b: string): number {
  const [high = 0, low = 0] = [luminance(a), luminance(b)].sort((x, y) => y - x)
  return (high + 0.05) / (low + 0.05)
}

for (const scheme of ['light', 'dark'] as const) {
  const set = tokens[scheme]
  test(`BRAND-2 ${scheme}: text is legible on its background`, () => {
    for (const tone of ['ok', 'bad', 'warn', 'none'] as const)
      expect(contrast(set[`${tone}-fg`], set[`${tone}-bg`]), tone).toBeGreaterThanOrEqual(4.5)
    for (const text of ['text', 'dimmed', 'placeholder', 'error'] as const)
      for (const ground of ['surface-0', 'surface-1', 'surface-2'] as const)
        if (!(text === 'placeholder' && ground === 'surface-0'))
          expect(contrast(set[text], set[ground]), `${text} on ${ground}`).toBeGreaterThanOrEqual(
            text === 'placeholder' ? 4 : 4.5,
          )
  })
  test(`BRAND-2 ${scheme}: control borders have 3:1 contrast`, () => {
    expect(contrast(set['control-line'], set['surface-1'])).toBeGreaterThanOrEqual(3)
  })
  for (const [key, { color }] of Object.entries(brands))
    test(`BRAND-2 ${scheme}: ${key} is legible as text, button and focus ring`, () => {
      const brand = brandTokens(color)[scheme]
      expect(contrast('#ffffff', color)).toBeGreaterThanOrEqual(4.5)
      expect(contrast(brand['brand-text'], set['surface-1'])).toBeGreaterThanOrEqual(4.5)
      expect(contrast(brand['brand-text'], brand['brand-tint'])).toBeGreaterThanOrEqual(4.5)
      expect(contrast(set.text, brand['brand-tint'])).toBeGreaterThanOrEqual(4.5)
      expect(contrast(brand['focus-ring'], set['surface-0'])).toBeGreaterThanOrEqual(3)
    })
}
