import type { BillingSettings, BillingSettingsInput } from '@portal/contract/billing/billing-settings.ts'
import {
  defaultCreditNotePrefix,
  defaultSecondPersonCents,
  defaultWriteOffCents,
} from '@portal/contract/billing/billing-settings.ts'
import { AppError } from '@portal/contract/errors.ts'
import { fromUnits, toUnits } from '@portal/contract/rules/money.ts'
import { type Actor, isProviderAdmin } from '../platform/access/scope.ts'
import { changes } from '../platform/audit/audit.ts'
import type { Context } from '../platform/http/context.ts'
import { findSettings, lockSettings, type StoredSettings, saveSettings } from './billing-settings.queries.ts'

const defaultFeeCents = 4500

function toSettings(stored: StoredSettings | undefined, actor: Actor): BillingSettings {
  const {
    legal_name = '',
    address = '',
    gst_hst_number = '',
    qst_number = '',
    payment_instructions = '',
    payment_instructions_fr = '',
    contact_email = '',
    contact_phone = '',
    nsf_fee_cents = defaultFeeCents,
    second_person_cents = defaultSecondPersonCents,
    credit_note_prefix = defaultCreditNotePrefix,
    credit_note_words_en = '',
    credit_note_words_fr = '',
    write_off_user_cents = defaultWriteOffCents,
    write_off_admin_cents = null,
  } = stored ?? {}
  return {
    legal_name,
    address,
    gst_hst_number,
    qst_number,
    payment_instructions,
    payment_instructions_fr,
    contact_email,
    contact_phone,
    nsf_fee: fromUnits(nsf_fee_cents, 'money'),
    second_person_amount: fromUnits(second_person_cents, 'money'),
    credit_note_prefix,
    credit_note_words_en,
    credit_note_words_fr,
    write_off_user_limit: fromUnits(write_off_user_cents, 'money'),
    write_off_admin_limit: write_off_admin_cents === null ? null : fromUnits(write_off_admin_cents, 'money'),
    can_change_limits: isProviderAdmin(actor),
    version: stored?.version ?? null,
    updated_at: stored?.updated_at ?? null,
  }
}
const auditFields = ({ version, updated_at, can_change_limits, ...settings }: BillingSettings) => settings

export const readSettings = async ({ db, actor }: Pick<Context, 'db' | 'actor'>): Promise<BillingSettings> =>
  toSettings(await findSettings(db), actor)

type Limits = Pick<BillingSettings, 'write_off_user_limit' | 'write_off_admin_limit'>
/** Omitted fields stay. A limit that its own user could raise would be none, so only an Admin changes them (RECV-5). */
function limitsOf(before: BillingSettings, input: { [K in keyof Limits]?: Limits[K] | undefined }): Limits {
  const limits = {
    write_off_user_limit: input.write_off_user_limit ?? before.write_off_user_limit,
    write_off_admin_limit:
      input.write_off_admin_limit === undefined ? before.write_off_admin_limit : input.write_off_admin_limit,
  }
  const names = ['write_off_user_limit', 'write_off_admin_limit'] as const
  const changed = names.filter((name) => limits[name] !== before[name])
  if (changed.length > 0 && !before.can_change_limits)
    throw new AppError(
      'billing.limits-admin',
      Object.fromEntries(changed.map((name) => [name, 'billing.limits-admin'])),
    )
  return limits
}

const wordsOf = (given: string | null | undefined, before: string): string =>
  given === undefined ? before : (given ?? '')

export async function changeSettings(context: Context, input: BillingSettingsInput): Promise<BillingSettings> {
  const { db, actor, audit } = context
  const { version, nsf_fee, second_person_amount, write_off_user_limit, write_off_admin_limit, ...texts } = input
  const before = toSettings(await lockSettings(db, actor.home_company_id), actor)
  if (version && version !== before.version) throw new AppError('record.stale')
  const limits = limitsOf(before, { write_off_user_limit, write_off_admin_limit })
  await saveSettings(db, actor.home_company_id, {
    ...texts,
    payment_instructions_fr: wordsOf(texts.payment_instructions_fr, before.payment_instructions_fr),
    contact_email: wordsOf(texts.contact_email, before.contact_email),
    contact_phone: wordsOf(texts.contact_phone, before.contact_phone),
    credit_note_prefix: texts.credit_note_prefix ?? before.credit_note_prefix,
    credit_note_words_en: wordsOf(texts.credit_note_words_en, before.credit_note_words_en),
    credit_note_words_fr: wordsOf(texts.credit_note_words_fr, before.credit_note_words_fr),
    nsf_fee_cents: toUnits(nsf_fee, 'money'),
    second_person_cents: toUnits(second_person_amount ?? before.second_person_amount, 'money'),
    write_off_user_cents: toUnits(limits.write_off_user_limit, 'money'),
    write_off_admin_cents:
      limits.write_off_admin_limit === null ? null : toUnits(limits.write_off_admin_limit, 'money'),
  })
  const saved = await readSettings(context)
  await audit({
    record: { type: 'billing_settings', id: actor.home_company_id, label: saved.legal_name },
    ...changes(auditFields(before), auditFields(saved)),
  })
  return saved
}
