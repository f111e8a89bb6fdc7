import {
  type ExposureRow,
  type ExposureState,
  type ExposureTotal,
  exposureStates,
} from '@portal/contract/receivables/exposure.ts'
import type { Currency } from '@portal/contract/rules/currency.ts'
import { toMoney } from './receivables.columns.ts'

type ExposureCents = {
  currency: Currency
  unpaid_cents: number
  drafted_cents: number
  unbilled_cents: number
  on_account_cents: number
  exposure_cents: number
}
export type StoredExposure = ExposureCents & {
  id: number
  company_id: number
  company_name: string
  limit_cents: number | null
  percent: number | null
  state: ExposureState
  oldest_overdue_days: number
  spend_per_day_cents: number
  days_left: number | null
  hold_rule: 'warn' | 'hold'
}
export const toExposureTotal = (stored: ExposureCents): ExposureTotal => ({
  currency: stored.currency,
  unpaid: toMoney(stored.unpaid_cents),
  drafted: toMoney(stored.drafted_cents),
  unbilled: toMoney(stored.unbilled_cents),
  on_account: toMoney(stored.on_account_cents),
  exposure: toMoney(stored.exposure_cents),
})
/** A download says the state in words. */
export const toExposure = (stored: StoredExposure): ExposureRow & { state_words: string } => ({
  id: stored.id,
  company_id: stored.company_id,
  company_name: stored.company_name,
  ...toExposureTotal(stored),
  limit: stored.limit_cents === null ? null : toMoney(stored.limit_cents),
  percent: stored.percent,
  state: stored.state,
  state_words: exposureStates[stored.state],
  oldest_overdue_days: stored.oldest_overdue_days,
  spend_per_day: toMoney(stored.spend_per_day_cents),
  days_left: stored.days_left,
  hold_rule: stored.hold_rule,
})
