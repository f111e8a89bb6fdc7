import { Button } from '@mantine/core'
import { claims } from '@portal/contract/claims/claims.ts'
import { IconSend } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useAction } from '../api/use-action.ts'
import type { Selection } from '../list/use-selection.ts'
import { notify } from '../ui/notify.ts'

/** Makes a packet for each provider and currency of the open ones among the selected claims (COST-4). */
export function SendClaims({ selection }: { selection: Selection }) {
  const { t } = useTranslation()
  const sending = useAction(claims.send, {
    second: ({ sent, packets }) => ({
      detail: t('{count} claims in {packets}.', {
        count: sent,
        packets: packets.map(({ number }) => number).join(', '),
      }),
    }),
  })
  const send = () => {
    if (selection.count === 0) return notify.warning(t('Please select a claim to send.'))
    const body = selection.all ? { filter: [...selection.all.filter] } : { ids: [...selection.ids] }
    sending.mutate({ body }, { onSuccess: () => selection.clear() })
  }
  return (
    <Button
      size="xs"
      variant="default"
      leftSection={<IconSend size={16} aria-hidden />}
      loading={sending.isPending}
      onClick={send}
    >
      {t('Send Selected')}
    </Button>
  )
}
