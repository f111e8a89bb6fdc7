export type Tone = 'ok' | 'bad' | 'warn' | 'none'
const tones: Readonly<Record<string, Tone>> = {
  open: 'ok',
  active: 'ok',
  closed: 'bad',
  inactive: 'bad',
  nsf: 'warn',
  hold: 'warn',
  'waiting for approval': 'warn',
  rejected: 'bad',
  disabled: 'bad',
  suspended: 'warn',
  failed: 'bad',
  failing: 'bad',
  problem: 'bad',
  late: 'warn',
  warning: 'warn',
  missing: 'warn',
  incomplete: 'warn',
  'review due': 'warn',
  'not mapped': 'warn',
  'no rates for today': 'warn',
  'ties out': 'ok',
  'does not tie out': 'warn',
  'over the limit': 'bad',
  'near the limit': 'warn',
  'past due': 'bad',
  'due soon': 'warn',
  cheapest: 'ok',
}

/** The colours of CARD-4, always with the word. */
export const toneOf = (word: string): Tone => tones[word.toLowerCase()] ?? 'none'
