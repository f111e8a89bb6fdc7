import './claims.css'
import { claims } from '@portal/contract/claims/claims.ts'
import { useTranslation } from 'react-i18next'
import { useDownload } from '../api/use-download.ts'

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
