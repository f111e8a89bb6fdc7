import { type Claim, claims } from '@portal/contract/claims/claims.ts'
import { IconArrowBackUp, IconFileTypeCsv, IconFileTypePdf, IconReceiptRefund } from '@tabler/icons-react'
import { useDownload } from '../api/use-download.ts'
import type { RowAction } from '../list/list-types.ts'
import { lazily } from '../ui/lazily.tsx'
import { useDialog } from '../ui/use-dialog.tsx'

const ReopenDialog = lazily(() => import('./ReopenDialog.tsx'), 'ReopenDialog')
const CreditDialog = lazily(() => import('./CreditDialog.tsx'), 'CreditDialog')

const choices = {
  credit: { label: 'Mark as credited…', name: 'Mark {record} as credited', icon: IconReceiptRefund, look: 'menu' },
  reopen: { label: 'Open again…', name: 'Open {record} again', icon: IconArrowBackUp, look: 'menu' },
  pdf: { label: 'Packet as PDF', name: 'Packet of {record} as PDF', icon: IconFileTypePdf, look: 'menu' },
  csv: { label: 'Packet as CSV', name: 'Packet of {record} as CSV', icon: IconFileTypeCsv, look: 'menu' },
} as const

/** What can be done with a claim, and the dialog that asks for it. */
export function useClaimActions() {
  const download = useDownload(claims.packet, 'claims.pdf')
  const { ask, dialog } = useDialog(({ claim, act }: { claim: Claim; act: 'credit' | 'reopen' }, frame) =>
    act === 'credit' ? (
      <CreditDialog key={`${claim.id} ${claim.version}`} claim={claim} {...frame} />
    ) : (
      <ReopenDialog key={`${claim.id} ${claim.version}`} claim={claim} {...frame} />
    ),
  )
  const actionsOn = (claim: Claim): RowAction[] => {
    const { packet_id } = claim
    const packet = (format: 'pdf' | 'csv') => () =>
      download.mutate({ params: { id: packet_id as number }, query: { format } })
    return [
      ...(claim.status !== 'sent' ? [] : [{ ...choices.credit, onSelect: () => ask({ claim, act: 'credit' }) }]),
      ...(claim.status === 'open' ? [] : [{ ...choices.reopen, onSelect: () => ask({ claim, act: 'reopen' }) }]),
      ...(packet_id === null
        ? []
        : [
            { ...choices.pdf, onSelect: packet('pdf') },
            { ...choices.csv, onSelect: packet('csv') },
          ]),
    ]
  }
  return { actionsOn, dialog }
}
