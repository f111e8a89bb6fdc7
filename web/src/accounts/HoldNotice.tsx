import './accounts.css'
import { Alert } from '@mantine/core'
import type { CardHolds } from '@portal/contract/accounts/accounts.ts'
import { invoices } from '@portal/contract/invoices/invoices.ts'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useCan } from '../api/session.ts'
import { cardsPath } from '../cards/cards.paths.ts'
import { invoicesPath } from '../invoices/invoices.paths.ts'
import { PageLink } from '../ui/opening/PageLink.tsx'
import { useTranslation } from '../ui/words/translation.ts'

/** Says how many of a customer's cards a rule holds, why, and when they are released. */
export function HoldNotice({ holds: { nsf, credit } }: { holds: CardHolds }) {
  const { t } = useTranslation()
  const can = useCan()
  const words = [
    ...(nsf > 0
      ? [
          nsf === 1
            ? t(
                'A payment was returned (NSF). 1 card is on hold. It is released automatically once the payment is settled.',
              )
            : t(
                'A payment was returned (NSF). {count} cards are on hold. They are released automatically once the payment is settled.',
                { count: nsf },
              ),
        ]
      : []),
    ...(credit > 0
      ? [
          credit === 1
            ? t(
                'You are over your credit limit. 1 card is on hold. It is released automatically once you are back under it.',
              )
            : t(
                'You are over your credit limit. {count} cards are on hold. They are released automatically once you are back under it.',
                {
                  count: credit,
                },
              ),
        ]
      : []),
  ]
  if (words.length === 0) return null
  return (
    <Alert color="warn" variant="light" icon={<IconAlertTriangle size={18} aria-hidden />} className="hold-notice">
      {words.map((word) => (
        <p key={word}>{word}</p>
      ))}
      <p className="hold-links">
        <PageLink to={cardsPath} search={{ filter: ['card_status:HOLD'] }}>
          {t('See cards on hold')}
        </PageLink>
        {can(invoices.list) ? (
          <PageLink to={invoicesPath} search={{ sort: 'due_date,asc', filter: ['delivery:sent'] }}>
            {t('See your invoices')}
          </PageLink>
        ) : null}
      </p>
    </Alert>
  )
}
