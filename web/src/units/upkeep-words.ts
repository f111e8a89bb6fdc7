import { serviceKindName, serviceKinds } from '@portal/contract/units/upkeep.ts'
import { dateText, quantityText } from '../ui/words/texts.ts'
import type { TFunction } from '../ui/words/translation.ts'

type Left = {
  due_day: string | null
  distance_left: number | null
  odometer_unit: 'km' | 'mi'
}
/** How far and how long until a service: `1,200 km left · by 2026-12-01`; empty if neither is known. */
export function leftText(t: TFunction, locale: string, { due_day, distance_left, odometer_unit }: Left): string {
  const distance =
    distance_left === null ? null : `${quantityText(Math.round(Math.abs(distance_left)), locale)}\u00a0${odometer_unit}`
  const parts = [
    distance === null || distance_left === null
      ? null
      : t(distance_left < 0 ? '{distance} past due' : '{distance} left', { distance }),
    due_day === null ? null : t('by {date}', { date: dateText(due_day) }),
  ].filter((part) => part !== null)
  return parts.join(' · ')
}

/** How often a plan asks for a service. */
export function intervalText(
  t: TFunction,
  locale: string,
  { every_km, every_months }: { every_km: number | null; every_months: number | null },
): string {
  const parts = [
    every_km === null ? null : t('every {distance} km', { distance: quantityText(every_km, locale) }),
    every_months === null
      ? null
      : t(every_months === 1 ? 'every month' : 'every {months} months', { months: every_months }),
  ].filter((part) => part !== null)
  return parts.join(t(' or '))
}

/** The words that a kind is typed and read by. */
export const kindSuggestions = (t: TFunction): string[] => serviceKinds.map((kind) => t(serviceKindName(kind)))
