import { Button } from '@mantine/core'
import { invoiceMail, mailLimit, nothingToMail, tooManyMails } from '@portal/contract/invoices/invoice-mail.ts'
import { invoices } from '@portal/contract/invoices/invoices.ts'
import { IconMail } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { useCan } from '../../api/session.ts'
import { useAction } from '../../api/use-action.ts'
import type { Selection } from '../../list/use-selection.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { notify } from '../../ui/notify.ts'
import { sentence } from '../../ui/words/sentence.ts'
import { useTranslation } from '../../ui/words/translation.ts'

/** The ids of a whole list, in the pages that its endpoint gives. */
async function idsOf({ filter, count }: NonNullable<Selection['all']>): Promise<number[]> {
  const size = 50
  const pages = Array.from({ length: Math.ceil(count / size) }, (_, at) =>
    call(invoices.list, { query: { filter: [...filter], size, page: at + 1 } }),
  )
  return (await Promise.all(pages)).flatMap((page) => page.invoices.map(({ id }) => id))
}

/** E-mails the selected invoices, all or none. A whole list is read first, so exactly those counted are sent. */
export function EmailSelected({ selection }: { selection: Selection }) {
  const { t } = useTranslation()
  const can = useCan()
  const email = useAction(invoiceMail.emailMany)
  const [isOpen, setOpen] = useState(false)
  const [ids, setIds] = useState<readonly number[]>([])
  const look = useMutation({
    mutationFn: async () => (selection.all ? idsOf(selection.all) : [...selection.ids]),
    onSuccess: (chosen) => {
      setIds(chosen)
      setOpen(true)
    },
    onError: (error) => notify.failure(t('Error while sending invoice email.'), sentence(t, error.message)),
  })
  if (!can(invoiceMail.emailMany)) return null
  const ask = () => {
    if (selection.count === 0) return notify.warning(sentence(t, nothingToMail))
    if (selection.count > mailLimit) return notify.warning(sentence(t, tooManyMails))
    look.mutate()
  }
  const send = () => {
    const onSuccess = selection.clear
    email.mutate({ body: { ids: [...ids] } }, { onSuccess, onSettled: () => setOpen(false) })
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
        subject={ids.length === 1 ? t('1 invoice') : t('{count} invoices', { count: ids.length })}
        confirm="Email"
        busy={email.isPending}
        onConfirm={send}
        onCancel={() => setOpen(false)}
      />
    </>
  )
}
