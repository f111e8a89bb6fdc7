import '@mantine/core/styles/Radio.css'
import { Radio, Stack } from '@mantine/core'
import type { ReversalPreview } from '@portal/contract/payments/payments.ts'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { useField } from '../form/form-context.ts'
import { moneyText } from '../ui/words/texts.ts'

const heldText = (t: TFunction, count: number): string => {
  if (count === 0) return t('No card is put on hold.')
  return count === 1 ? t('1 card is put on hold.') : t('{count} cards are put on hold.', { count })
}
function returnedText(t: TFunction, locale: string, { nsf }: ReversalPreview): string {
  const fee = moneyText(nsf.fee, locale, nsf.fee_currency)
  const charged = nsf.fee > 0 ? t('A fee of {fee} goes on the next invoice.', { fee }) : t('There is no fee.')
  return [charged, t('The invoice is marked NSF until it is paid.'), heldText(t, nsf.cards_held)].join(' ')
}
function mistakenText(t: TFunction, { mistake, passes_credit_limit }: ReversalPreview): string {
  const mark = mistake.restores_nsf
    ? t('This payment settled a returned payment (NSF). The invoice is marked NSF again, without another fee.')
    : t('There is no fee, and the invoice is not marked NSF.')
  const limit = passes_credit_limit ? [t('The customer will be over its credit limit.')] : []
  return [mark, ...limit, heldText(t, mistake.cards_held)].join(' ')
}

/** The two kinds of reversal, each with its effect (PAY-7). */
export function ReversalKindField({ preview }: { preview: ReversalPreview | undefined }) {
  const { t, i18n } = useTranslation()
  const { value, set, input } = useField<string | null>('kind', 'Why is this payment reversed?')
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
          description={effect((known) => mistakenText(t, known))}
        />
        <Radio
          value="nsf"
          disabled={disabled ?? false}
          label={t('The bank returned it (NSF)')}
          description={effect((known) => returnedText(t, i18n.language, known))}
        />
      </Stack>
    </Radio.Group>
  )
}
