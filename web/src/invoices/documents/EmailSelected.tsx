import { Button } from '@mantine/core'
import { invoiceMail, mailLimit, nothingToMail, tooManyMails } from '@portal/contract/invoices/invoice-mail.ts'
import { IconMail } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useCan } from '../../api/session.ts'
import { useAction } from '../../api/use-action.ts'
import type { Selection } from '../../list/use-selection.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { notify } from '../../ui/notify.ts'
import { sentence } from '../../ui/words/sentence.ts'

/** E-mails the selected invoices, all or none. A whole list cannot be selected at once, so users see what they send. */
export function EmailSelected({ selection }: { selection: Selection }) {
  const { t } = useTranslation()
  const can = useCan()
  const email = useAction(invoiceMail.emailMany)
  const [isOpen, setOpen] = useState(false)
  if (!can(invoiceMail.emailMany)) return null
  const ask = () => {
    if (selection.count === 0) return notify.warning(sentence(t, nothingToMail))
    if (selection.all || selection.count > mailLimit) return notify.warning(sentence(t, tooManyMails))
    setOpen(true)
  }
  const send = () => {
    const onSuccess = selection.clear
    email.mutate({ body: { ids: [...selection.ids] } }, { onSuccess, onSettled: () => setOpen(false) })
  }
  return (
    <>
      <Button size="xs" variant="default" leftSection={<IconMail size={16} aria-hidden />} onClick={ask}>
        {t('Email selected')}
      </Button>
      <ConfirmDialog
        opened={isOpen}
        title={t('Email invoices')}
        text={t(
          'We e-mail each PDF to its customer’s address for documents. Drafts become Sent. If one cannot be e-mailed, none is sent.',
        )}
        subject={selection.count === 1 ? t('1 invoice') : t('{count} invoices', { count: selection.count })}
        confirm="Email"
        busy={email.isPending}
        onConfirm={send}
        onCancel={() => setOpen(false)}
      />
    </>
  )
}
