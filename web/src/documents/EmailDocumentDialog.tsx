import './document-mails.css'
import { useQuery } from '@tanstack/react-query'
import { customersPath } from '../customers/customers.paths.ts'
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx'
import { PageLink } from '../ui/opening/PageLink.tsx'
import { useTranslation } from '../ui/words/translation.ts'
import type { MailSource } from './document-calls.ts'

type Props = {
  title: string
  text: string
  document: { number: string; company_id: number; company_name: string }
  source: MailSource
  isBusy: boolean
  onConfirm: () => void
  opened: boolean
  onClose: () => void
}

/** Shows the address before a document is e-mailed (INV-14). */
export function EmailDocumentDialog({ title, text, document, source, isBusy, onConfirm, opened, onClose }: Props) {
  const { t } = useTranslation()
  // The address may have just been entered.
  const { data, error } = useQuery({ ...source, enabled: opened, staleTime: 0 })
  return (
    <ConfirmDialog
      opened={opened}
      title={t(title)}
      text={t(text)}
      subject={
        <>
          {document.number} · {document.company_name}
          <Address company={document.company_id} address={data?.next_address} />
        </>
      }
      blocked={data === undefined ? !error : data.next_address === null}
      confirm="Email"
      busy={isBusy}
      onConfirm={onConfirm}
      onCancel={onClose}
    />
  )
}

/** The address, or a link to enter one. */
function Address({ company, address }: { company: number; address: string | null | undefined }) {
  const { t } = useTranslation()
  if (address === undefined) return null
  return (
    <span className="email-to" role="status">
      {address === null ? (
        <>
          {t('This customer has no e-mail address.')}{' '}
          <PageLink to={`${customersPath}/${company}/edit`}>{t('Enter an address')}</PageLink>
        </>
      ) : (
        t('To: {address}', { address })
      )}
    </span>
  )
}
