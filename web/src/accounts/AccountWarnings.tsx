import { Alert } from '@mantine/core'
import type { Account } from '@portal/contract/accounts/accounts.ts'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useTranslation } from '../ui/words/translation.ts'

/** A limit that is exceeded, a returned payment, and the cards on hold for it. */
export function AccountWarnings({ account: { credits, nsf_invoices, cards_held } }: { account: Account }) {
  const { t } = useTranslation()
  const words = [
    ...(credits.some(({ is_over }) => is_over)
      ? [
          cards_held.credit === 0
            ? t('Over the credit limit.')
            : cards_held.credit === 1
              ? t('Over the credit limit. 1 card stays on hold until the customer is back under it.')
              : t('Over the credit limit. {count} cards stay on hold until the customer is back under it.', {
                  count: cards_held.credit,
                }),
        ]
      : []),
    ...(nsf_invoices > 0
      ? [
          cards_held.nsf === 0
            ? t('A payment was returned (NSF) and is not paid yet.')
            : cards_held.nsf === 1
              ? t('A payment was returned (NSF). 1 card stays on hold until it is paid.')
              : t('A payment was returned (NSF). {count} cards stay on hold until it is paid.', {
                  count: cards_held.nsf,
                }),
        ]
      : []),
  ]
  return words.map((word) => (
    <Alert
      key={word}
      color="warn"
      variant="light"
      icon={<IconAlertTriangle size={18} aria-hidden />}
      className="account-warning"
    >
      {word}
    </Alert>
  ))
}
