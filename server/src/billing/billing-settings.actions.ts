import type { BillingSettings, BillingSettingsInput } from '@portal/contract/billing/billing-settings.ts'
import { defaultSecondPersonCents } from '@portal/contract/billing/billing-settings.ts'
import { AppError } from '@portal/contract/errors.ts'
import { fromUnits, toUnits } from '@portal/contract/rules/money.ts'
import type { Db } from '../db/connect.ts'
import { changes } from '../platform/audit/audit.ts'
import type { Context } from '../platform/http/context.ts'
import { findSettings, lockSettings, type StoredSettings, saveSettings } from './billing-settings.queries.ts'

const defaultFeeCents = 4500
function toSettings(stored: StoredSettings | undefined): BillingSettings {
  const {
    legal_name = '',
    address = '',
    gst_hst_number = '',
    qst_number = '',
    payment_instructions = '',
    nsf_fee_cents = defaultFeeCents,
    second_person_cents = defaultSecondPersonCents,
  } = stored ?? {}
  return {
    legal_name,
    address,
    gst_hst_number,
    qst_number,
    payment_instructions,
    nsf_fee: fromUnits(nsf_fee_cents, 'money'),
    second_person_amount: fromUnits(second_person_cents, 'money'),
    version: stored?.version ?? null,
    updated_at: stored?.updated_at ?? null,
  }
}
const auditFields = ({ version, updated_at, ...settings }: BillingSettings) => settings

export const readSettings = async (db: Db): Promise<BillingSettings> => toSettings(await findSettings(db))

export async function changeSettings(
  { db, actor, audit }: Context,
  { version, nsf_fee, second_person_amount, ...texts }: BillingSettingsInput,
): Promise<BillingSettings> {
  const before = toSettings(await lockSettings(db, actor.home_company_id))
  if (version && version !== before.version) throw new AppError('record.stale')
  await saveSettings(db, actor.home_company_id, {
    ...texts,
    nsf_fee_cents: toUnits(nsf_fee, 'money'),
    second_person_cents: toUnits(second_person_amount ?? before.second_person_amount, 'money'),
  })
  const saved = await readSettings(db)
  await audit({
    record: { type: 'billing_settings', id: actor.home_company_id, label: saved.legal_name },
    ...changes(auditFields(before), auditFields(saved)),
  })
  return saved
}
