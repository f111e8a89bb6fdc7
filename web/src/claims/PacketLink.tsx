import './claims.css'
import { claims } from '@portal/contract/claims/claims.ts'
import { useDownload } from '../api/use-download.ts'
import { useTranslation } from '../ui/words/translation.ts'

/** A packet's number, which downloads its PDF. */
export function PacketLink({ id, number }: { id: number; number: string }) {
  const { t } = useTranslation()
  const download = useDownload(claims.packet, `${number}.pdf`)
  return (
    <button
      type="button"
      className="packet-link"
      aria-label={t('Download {packet}', { packet: number })}
      disabled={download.isPending}
      onClick={() => download.mutate({ params: { id }, query: { format: 'pdf' } })}
    >
      {number}
    </button>
  )
}
