import { Button } from '@mantine/core'
import { claims, type SendPreview } from '@portal/contract/claims/claims.ts'
import { IconSend } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import { toastTexts } from '../api/toasts.ts'
import { useAction } from '../api/use-action.ts'
import { useDownload } from '../api/use-download.ts'
import type { Selection } from '../list/use-selection.ts'
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx'
import { notify } from '../ui/notify.ts'
import { useDialog } from '../ui/use-dialog.tsx'
import { sentence } from '../ui/words/sentence.ts'
import { moneyText } from '../ui/words/texts.ts'
import { useTranslation } from '../ui/words/translation.ts'

/** Sends exactly the claims that were counted, and offers the packets, because nothing is mailed. */
function useSending() {
  const { t } = useTranslation()
  const download = useDownload(claims.packet, 'claims.pdf')
  return useAction(claims.send, {
    second: ({ packets }) => ({
      detail: packets
        .map(({ claims: count, number: packet }) =>
          count === 1 ? t('1 claim in {packet}', { packet }) : t('{count} claims in {packet}', { count, packet }),
        )
        .join(' · '),
      actions: packets.map(({ id, number: packet }) => ({
        label: t('Download {packet}', { packet }),
        run: () => download.mutate({ params: { id }, query: { format: 'pdf' } }),
      })),
    }),
  })
}

/**
 * Makes a packet for each provider and currency of the open ones among the selected claims, after a question with their
 * number and sum (COST-4).
 */
export function SendClaims({ selection }: { selection: Selection }) {
  const { t, language } = useTranslation()
  const sending = useSending()
  const { ask, dialog } = useDialog(({ ids, packets, totals }: SendPreview, { opened, onClose }) => (
    <ConfirmDialog
      opened={opened}
      title={ids.length === 1 ? t('Send 1 claim?') : t('Send {count} claims?', { count: ids.length })}
      text={t('The status becomes Sent. Nothing is mailed: download each packet and send it to its fuel provider.')}
      subject={totals.map(({ currency, total }) => moneyText(total, language, currency)).join(' · ')}
      confirm={packets === 1 ? t('Make 1 packet') : t('Make {count} packets', { count: packets })}
      busy={sending.isPending}
      onConfirm={() =>
        sending.mutate({ body: { ids } }, { onSuccess: () => selection.clear(), onSettled: () => onClose() })
      }
      onCancel={onClose}
    />
  ))
  const look = useMutation({
    mutationFn: () =>
      call(claims.sendPreview, {
        body: selection.all ? { filter: [...selection.all.filter] } : { ids: [...selection.ids] },
      }),
    onSuccess: ask,
    onError: (error) => notify.failure(t(toastTexts['claims.send'].failure), sentence(t, error.message)),
  })
  const start = () => {
    if (selection.count === 0) return notify.warning(t('Please select a claim to send.'))
    look.mutate()
  }
  return (
    <>
      <Button
        size="xs"
        variant="default"
        leftSection={<IconSend size={16} aria-hidden />}
        loading={look.isPending}
        onClick={start}
      >
        {t('Send Selected')}
      </Button>
      {dialog}
    </>
  )
}
