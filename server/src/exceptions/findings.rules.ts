import type { ExceptionRule } from '@portal/contract/exceptions/exception-rules.data.ts'
import { productWords } from '@portal/contract/lookups/products.rules.ts'
import { type Message, messageOf } from '@portal/contract/message.ts'
import { type MessageKey, messages } from '@portal/contract/messages.ts'

export type Numbers = Record<string, string | number>

const limitKeys: Readonly<Record<string, MessageKey>> = {
  fuel: 'exception.limit-fuel',
  product: 'exception.limit-product',
  reefer: 'exception.limit-reefer',
  cash: 'exception.limit-cash',
  day: 'exception.limit-day',
}
/** Customers see no numbers of a cost, so they get the plain sentence of a price. */
function unlikelyKey(part: string, numbers: Numbers): MessageKey {
  if (part !== 'quantity') return 'median' in numbers ? 'exception.unlikely-price' : 'exception.unlikely-price-plain'
  return 'vehicle' in numbers ? 'exception.tank' : 'exception.unlikely-quantity'
}
function duplicateKey({ by, days }: Numbers): MessageKey {
  if (by === 'card') return 'exception.duplicate-card'
  return days === 0 ? 'exception.duplicate-day' : 'exception.duplicate-code'
}
const keys: Readonly<Record<ExceptionRule, (part: string, numbers: Numbers) => MessageKey | undefined>> = {
  over_limit: (part) => limitKeys[part],
  on_hold: () => 'exception.on-hold',
  wrong_product: () => 'exception.wrong-product',
  interval: () => 'exception.interval',
  impossible_distance: () => 'exception.distance',
  over_tank: (part) => (part === 'tank' ? 'exception.tank' : 'exception.fills'),
  def_ratio: () => 'exception.def-ratio',
  odometer: (part) => (part === 'back' ? 'exception.odometer-back' : 'exception.odometer-jump'),
  night_first: () => 'exception.night-first',
  possible_duplicate: (_, numbers) => duplicateKey(numbers),
  below_cost: () => 'exception.below-cost',
  provider_price: () => 'exception.provider-price',
  unlikely: unlikelyKey,
}

/** What an exception says, in numbers (EXC-1). Null if they are unknown, as in those that an earlier version found. */
export function findingOf(rule: ExceptionRule, part: string, numbers: Numbers): Message | null {
  const key = keys[rule](part, numbers)
  if (!key) return null
  const asked = [...messages[key].matchAll(/\{(\w+)(?::\w+)?\}/g)].map(([, name = '']) => name)
  if (asked.some((name) => !(name in numbers))) return null
  const word = (value: string | number) => productWords[value as keyof typeof productWords] ?? value
  const params = Object.fromEntries(
    asked.map((name) => [name, name === 'product' ? word(numbers[name] ?? '') : (numbers[name] ?? '')]),
  )
  return messageOf({ key, params })
}
