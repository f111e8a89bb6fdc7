import { Button } from '@mantine/core'
import { type PurchaseGroup, productsOfGroup, productWords } from '@portal/contract/lookups/products.rules.ts'
import type { TaxTable } from '@portal/contract/rates/tax.rules.ts'
import { fieldsOfGroup, type TypedField } from '@portal/contract/transactions/manual-lines.rules.ts'
import type { TransactionLine } from '@portal/contract/transactions/transactions.ts'
import { IconAlertTriangle, IconChevronRight } from '@tabler/icons-react'
import { use, useEffect, useState } from 'react'
import { NumberField } from '../../form/fields/NumberField.tsx'
import { SelectField } from '../../form/fields/SelectField.tsx'
import { writtenNumber } from '../../form/fields/typed-number.ts'
import { FormContext, SectionContext, sectionIdOf } from '../../form/form-context.ts'
import { keepFocus } from '../../form/keep-focus.ts'
import type { RecordForm } from '../../form/record-form.ts'
import { moneyText } from '../../ui/words/texts.ts'
import { useTranslation } from '../../ui/words/translation.ts'
import { type Proposals, proposalsFor } from './purchase-proposals.ts'
import { emptyGroup, isCounted, markOf, nameOf } from './transaction-form.ts'

const groupTitles: Readonly<Record<PurchaseGroup, string>> = {
  fuel: 'Fuel purchase',
  non_highway: 'Non-highway purchase',
  other1: 'Other 1',
  other2: 'Other 2',
  cash: 'Cash purchase',
  oil: 'Oil purchase',
  fee: 'Fee',
}
const labels: Readonly<Record<TypedField, string>> = {
  dtl_qty: 'Quantity',
  dtl_net_price: 'Billed price per unit',
  retailPrice: 'Retail price per unit',
  dtl_hst_amt: 'HST',
  dtl_gst_amt: 'GST',
  dtl_pst_amt: 'PST',
  dtl_qst_amt: 'QST',
  dtl_fet_rt: 'FET',
  dtl_pft_rt: 'PFT',
  dtl_cbt_rt: 'PCT',
  dtl_local_rt: 'Local tax',
  dtl_amt: 'Amount',
  dtl_discount: 'Discount',
  dash_cash: 'Dash cash',
}
const perUnit: readonly TypedField[] = [
  'dtl_net_price',
  'retailPrice',
  'dtl_fet_rt',
  'dtl_pft_rt',
  'dtl_cbt_rt',
  'dtl_local_rt',
]
const inVolume: readonly PurchaseGroup[] = ['fuel', 'non_highway']

type Props = {
  form: RecordForm
  group: PurchaseGroup
  line: TransactionLine | null
  table: TaxTable | null
  isFirst: boolean
}

/** One purchase of the transaction. Open while it has values or errors. */
export function PurchaseGroupCard({ form, group, line, table, isFirst }: Props) {
  const { t, language } = useTranslation()
  const { values, errors } = form.state
  const isFilled = isCounted(values, group)
  const [isOpen, setOpen] = useState(isFirst || isFilled)
  const hasErrors = Object.keys(emptyGroup(group)).some((name) => errors[name])
  const isShown = isOpen || hasErrors
  const title = groupTitles[group]
  const id = sectionIdOf(title)
  const currency = values.currency === 'USD' ? 'USD' : 'CAD'
  const amount = values[nameOf(group, 'dtl_amt')]
  return (
    <SectionContext value={title}>
      <section className="panel form-section purchase-group" aria-labelledby={id} data-open={isShown}>
        <h2 id={id} tabIndex={-1}>
          <button
            type="button"
            className="group-toggle"
            aria-expanded={isShown}
            aria-controls={`${id}-fields`}
            onClick={() => setOpen(!isShown)}
          >
            <IconChevronRight className="group-chevron" size={18} stroke={1.8} aria-hidden />
            <span>{t(title)}</span>
            <span className="group-amount">
              {isFilled && typeof amount === 'number' && Number.isFinite(amount)
                ? moneyText(amount, language, currency)
                : ''}
            </span>
          </button>
        </h2>
        <GroupMark group={group} title={title} />
        <div id={`${id}-fields`} hidden={!isShown}>
          {isShown ? (
            <GroupFields
              form={form}
              group={group}
              line={line}
              proposals={proposalsFor(values, group, line, table)}
              currency={currency}
            />
          ) : null}
        </div>
      </section>
    </SectionContext>
  )
}

/** Keeps the group's place in the index while its inputs are not rendered: six groups of inputs would slow the page. */
function GroupMark({ group, title }: { group: PurchaseGroup; title: string }) {
  const register = use(FormContext)?.register
  useEffect(() => register?.({ name: markOf(group), label: title, section: title }), [register, group, title])
  return null
}

type FieldsProps = Pick<Props, 'form' | 'group' | 'line'> & { proposals: Proposals; currency: 'CAD' | 'USD' }

function GroupFields({ form, group, line, proposals, currency }: FieldsProps) {
  const { t, language } = useTranslation()
  const products = productsOfGroup(group).map((code) => ({ value: code, label: `${code} · ${t(productWords[code])}` }))
  const volume = line?.dtl_price_uom ?? (inVolume.includes(group) ? String(form.state.values.uom ?? '') : '')
  const unitOf = (field: TypedField): string | undefined => {
    if (field === 'dtl_qty') return line?.dtl_uom ?? (volume || undefined)
    if (perUnit.includes(field)) return volume ? `${currency}/${volume}` : currency
    return currency
  }
  return (
    <>
      <div className="form-grid group-grid">
        <SelectField name={nameOf(group, 'dtl_prd_cd')} label="Fuel code" options={products} />
        {fieldsOfGroup[group].map((field) => {
          const unit = unitOf(field)
          const proposed = proposals.values[field]
          return (
            <NumberField
              key={field}
              name={nameOf(group, field)}
              label={labels[field]}
              placeholder={
                proposed === undefined
                  ? undefined
                  : t('{value} proposed', {
                      value: writtenNumber(proposed, language, perUnit.includes(field) ? undefined : 2),
                    })
              }
              {...(unit ? { unit } : {})}
            />
          )
        })}
      </div>
      <Mismatch form={form} group={group} proposals={proposals} currency={currency} />
      <GroupTools form={form} group={group} proposals={proposals} />
    </>
  )
}

/** A hint that never blocks: the typed amounts are billed (TXN-6). */
function Mismatch({
  form,
  group,
  proposals: { mismatch, missing },
  currency,
}: Pick<FieldsProps, 'form' | 'group' | 'proposals' | 'currency'>) {
  const { t, language } = useTranslation()
  const isDisabled = use(FormContext)?.isDisabled
  const money = (amount: number) => moneyText(amount, language, currency)
  return (
    <div role="status">
      {missing.length > 0 && isCounted(form.state.values, group) ? (
        <p className="group-note">
          {t('No tax rate for that place and day: {taxes}.', { taxes: missing.map((tax) => t(tax)).join(', ') })}
        </p>
      ) : null}
      {mismatch ? (
        <p className="mismatch">
          <IconAlertTriangle size={16} aria-hidden />
          <span>
            {mismatch.by > 0
              ? t('The amount is {difference} more than price × quantity plus taxes.', {
                  difference: money(mismatch.by),
                })
              : t('The amount is {difference} less than price × quantity plus taxes.', {
                  difference: money(-mismatch.by),
                })}
          </span>
          {isDisabled ? null : (
            <Button
              {...keepFocus}
              size="compact-xs"
              variant="default"
              onClick={() => form.change(nameOf(group, 'dtl_amt'), mismatch.amount)}
            >
              {t('Use {amount}', { amount: money(mismatch.amount) })}
            </Button>
          )}
        </p>
      ) : null}
    </div>
  )
}

function GroupTools({ form, group, proposals }: Pick<FieldsProps, 'form' | 'group' | 'proposals'>) {
  const { t } = useTranslation()
  const { values } = form.state
  const open = Object.entries(proposals.values).filter(
    ([field]) => (values[nameOf(group, field as TypedField)] ?? null) === null,
  )
  const set = (entries: readonly (readonly [string, unknown])[]) => {
    for (const [name, value] of entries) form.change(name, value)
  }
  const isDisabled = use(FormContext)?.isDisabled
  if (isDisabled || !isCounted(values, group)) return null
  return (
    <div className="group-tools">
      {open.length > 0 ? (
        <Button
          {...keepFocus}
          size="xs"
          variant="light"
          onClick={() => set(open.map(([field, value]) => [nameOf(group, field as TypedField), value]))}
        >
          {t('Use the proposed values')}
        </Button>
      ) : null}
      <Button
        {...keepFocus}
        size="xs"
        variant="subtle"
        color="plain"
        onClick={() => set(Object.entries(emptyGroup(group)))}
      >
        {t('Clear this purchase')}
      </Button>
    </div>
  )
}
