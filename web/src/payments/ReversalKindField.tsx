import '@mantine/core/styles/Radio.css'
import { Radio, Stack } from '@mantine/core'
import type { ReversalPreview } from '@portal/contract/payments/payments.ts'
import type { Currency } from '@portal/contract/rules/currency.ts'
import { useField } from '../form/form-context.ts'
import { moneyText } from '../ui/words/texts.ts'
import type { TFunction } from '../ui/words/translation.ts'
import { useTranslation } from '../ui/words/translation.ts'

const heldText = (t: TFunction, count: number): string => {
  if (count === 0) return t('No card is put on hold.')
  return count === 1 ? t('1 card is put on hold.') : t('{count} cards are put on hold.', { count })
}
type Words = { t: TFunction; money: (amount: number) => string; of: 'payment' | 'receipt' }

/** A payment of several is part of a receipt, which the bank returns as a whole (RECV-1). */
function wholeText({ t, money, of }: Words, { invoices }: ReversalPreview): string[] {
  if (of === 'payment' && invoices.length < 2) return []
  const due = invoices.map(({ invoice_number, amount }) => `${invoice_number} (${money(amount)})`).join(', ')
  return [
    ...(of === 'payment' ? [t('The whole receipt is reversed.')] : []),
    ...(invoices.length > 0 ? [t('Due again: {invoices}.', { invoices: due })] : []),
  ]
}
function returnedText(words: Words, locale: string, preview: ReversalPreview): string {
  const { t } = words
  const { nsf, invoices } = preview
  const fee = moneyText(nsf.fee, locale, nsf.fee_currency)
  const charged = nsf.fee > 0 ? t('A fee of {fee} goes on the next invoice.', { fee }) : t('There is no fee.')
  const marked = [
    ...(invoices.length === 1 ? [t('The invoice is marked NSF until it is paid.')] : []),
    ...(invoices.length > 1 ? [t('The invoices are marked NSF until they are paid.')] : []),
  ]
  return [...wholeText(words, preview), charged, ...marked, heldText(t, nsf.cards_held)].join(' ')
}
function mistakenText(words: Words, preview: ReversalPreview): string {
  const { t, money, of } = words
  const { mistake, passes_credit_limit, puts_on_account } = preview
  const goes =
    puts_on_account !== null
      ? [t('{amount} goes on account. The receipt stays.', { amount: money(puts_on_account) })]
      : of === 'receipt'
        ? [t('The receipt is reversed.'), ...wholeText(words, preview)]
        : [t('Its receipt is reversed.')]
  const mark = mistake.restores_nsf
    ? t('This payment settled a returned payment (NSF). The invoice is marked NSF again, without another fee.')
    : t('There is no fee, and the invoice is not marked NSF.')
  const limit =
    passes_credit_limit && puts_on_account === null ? [t('The customer will be over its credit limit.')] : []
  return [...goes, mark, ...limit, heldText(t, mistake.cards_held)].join(' ')
}

const questions = {
  payment: 'Why is this payment reversed?',
  receipt: 'Why is this receipt reversed?',
} as const
type Props = { preview: ReversalPreview | undefined; currency: Currency; of: keyof typeof questions }

/** The two kinds of reversal, each with its effect (PAY-7). */
export function ReversalKindField({ preview, currency, of }: Props) {
  const { t, language } = useTranslation()
  const { value, set, input } = useField<string | null>('kind', questions[of])
  const words: Words = { t, of, money: (amount) => moneyText(amount, language, currency) }
  const { disabled, ...group } = input
  const effect = (text: (known: ReversalPreview) => string) => (preview ? text(preview) : t('Loading…'))
  return (
    <Radio.Group {...group} value={value ?? ''} onChange={set} aria-busy={preview === undefined}>
      <Stack gap={8} mt={6}>
        <Radio
          value="mistake"
          disabled={disabled ?? false}
          data-autofocus
          label={t('It was entered by mistake')}
          description={effect((known) => mistakenText(words, known))}
        />
        <Radio
          value="nsf"
          disabled={disabled ?? false}
          label={t('The bank returned it (NSF)')}
          description={effect((known) => returnedText(words, language, known))}
        />
      </Stack>
    </Radio.Group>
  )
}
