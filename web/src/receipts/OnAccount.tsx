import './receipts.css'
import { Button } from '@mantine/core'
import type { AllocationInput } from '@portal/contract/receipts/receipts.ts'
import { refunds } from '@portal/contract/write-offs/write-offs.ts'
import { IconFileInvoice, IconReceiptRefund } from '@tabler/icons-react'
import { useCan } from '../api/session.ts'
import { lazily } from '../ui/lazily.tsx'
import { useDialog } from '../ui/use-dialog.tsx'
import { moneyText } from '../ui/words/texts.ts'
import { useTranslation } from '../ui/words/translation.ts'
import type { RefundSource } from '../write-offs/RefundDialog.tsx'

const AllocateDialog = lazily(() => import('./AllocateDialog.tsx'), 'AllocateDialog')
const RefundDialog = lazily(() => import('../write-offs/RefundDialog.tsx'), 'RefundDialog')

type Allocate = {
  label: string
  title: string
  submit: string
  isBusy: boolean
  send: (allocations: AllocationInput[]) => Promise<unknown>
}
type Props = {
  source: RefundSource & { company_id: number }
  /** Missing if the user cannot do it. */
  allocate: Allocate | undefined
}

/** What is left of a receipt or a credit note, and what can be done with it. */
export function OnAccount({ source, allocate }: Props) {
  const { t, language } = useTranslation()
  const can = useCan()
  const allocating = useDialog<void>((_, frame) =>
    allocate ? <AllocateDialog {...frame} {...allocate} source={source} /> : null,
  )
  const refunding = useDialog<void>((_, frame) => <RefundDialog {...frame} source={source} />)
  return (
    <div className="on-account">
      <p>
        <strong>{moneyText(source.on_account, language, source.currency)}</strong> {t('on account')}
      </p>
      {allocate ? (
        <Button leftSection={<IconFileInvoice size={16} aria-hidden />} onClick={() => allocating.ask()}>
          {t(allocate.label)}
        </Button>
      ) : null}
      {can(refunds.create) ? (
        <Button
          variant="default"
          leftSection={<IconReceiptRefund size={16} aria-hidden />}
          onClick={() => refunding.ask()}
        >
          {t('Refund', { context: 'action' })}
        </Button>
      ) : null}
      {allocating.dialog}
      {refunding.dialog}
    </div>
  )
}
