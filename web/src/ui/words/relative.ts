const minute = 60
const hour = 60 * minute
const day = 24 * hour
const steps: readonly [number, number, Intl.RelativeTimeFormatUnit][] = [
  [minute, 1, 'second'],
  [90 * minute, minute, 'minute'],
  [36 * hour, hour, 'hour'],
]

/** How long ago it was, such as `5 minutes ago`, in the unit that a person would use. */
export function agoText(at: string, now: string, locale: string): string {
  const seconds = Math.max(0, (new Date(now).getTime() - new Date(at).getTime()) / 1000)
  const [, size, unit] = steps.find(([below]) => seconds < below) ?? [0, day, 'day' as const]
  return new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }).format(-Math.floor(seconds / size), unit)
}
