import type { MantineColorsTuple } from '@mantine/core'

const channels = (color: string): number[] => [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16))
const mix = (color: string, other: string, share: number): string => {
  const others = channels(other)
  const mixed = channels(color).map((channel, index) =>
    Math.round(channel * (1 - share) + (others[index] ?? 0) * share),
  )
  return `#${mixed.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`
}

const towardsWhite = [0.94, 0.86, 0.74, 0.6, 0.45, 0.28, 0.12]
/** Ten shades of one colour, which is the eighth. */
export const ramp = (color: string): MantineColorsTuple =>
  [
    ...towardsWhite.map((share) => mix(color, '#ffffff', share)),
    color,
    mix(color, '#000000', 0.16),
    mix(color, '#000000', 0.32),
  ] as unknown as MantineColorsTuple

/** A test checks the contrast of every pair: 3:1 for control borders against the card, 4.5:1 for text. */
export const tokens = {
  light: {
    'surface-0': '#f6f7f9',
    'surface-1': '#ffffff',
    'surface-2': '#f0f2f5',
    line: '#dfe3e8',
    'control-line': '#858f9e',
    text: '#14181d',
    dimmed: '#5a6472',
    placeholder: '#6b7583',
    error: '#b3261e',
    'ok-bg': '#e3f5e9',
    'ok-fg': '#14662b',
    'bad-bg': '#fdeae8',
    'bad-fg': '#a3211a',
    'warn-bg': '#fff3d6',
    'warn-fg': '#734700',
    'none-bg': '#edf0f3',
    'none-fg': '#3d4652',
  },
  dark: {
    'surface-0': '#0f1215',
    'surface-1': '#171b20',
    'surface-2': '#1f242b',
    line: '#2c333c',
    'control-line': '#6b7684',
    text: '#e4e8ed',
    dimmed: '#a3adba',
    placeholder: '#98a2b0',
    error: '#ff9a92',
    'ok-bg': '#123222',
    'ok-fg': '#86e0a4',
    'bad-bg': '#3a1917',
    'bad-fg': '#ffb0a9',
    'warn-bg': '#382a0c',
    'warn-fg': '#f5c866',
    'none-bg': '#262c34',
    'none-fg': '#c6cfda',
  },
} as const satisfies Record<'light' | 'dark', Record<string, string>>

/** The brand colour as text and as the background of a selected row, by scheme. */
export const brandTokens = (color: string) => ({
  light: { 'brand-text': mix(color, '#000000', 0.16), 'brand-tint': mix(color, '#ffffff', 0.86), 'focus-ring': color },
  dark: {
    'brand-text': mix(color, '#ffffff', 0.62),
    'brand-tint': mix(color, '#171b20', 0.72),
    'focus-ring': mix(color, '#ffffff', 0.5),
  },
})
