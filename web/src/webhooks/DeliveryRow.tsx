import { Button } from '@mantine/core'
import { type WebhookDelivery, webhooks } from '@portal/contract/webhooks/webhooks.ts'
import { deliveredEventWords, deliveryStatusWords } from '@portal/contract/webhooks/webhooks-words.data.ts'
import { IconChevronDown, IconChevronRight, IconSend } from '@tabler/icons-react'
import { useState } from 'react'
import { useAction } from '../api/use-action.ts'
import { Fact } from '../ui/record/Fact.tsx'
import { StatusBadge } from '../ui/StatusBadge.tsx'
import { sentence } from '../ui/words/sentence.ts'
import { instantText, nothing } from '../ui/words/texts.ts'
import { useTranslation } from '../ui/words/translation.ts'

const columns = 7

type Props = { delivery: WebhookDelivery; isPaused: boolean }
export function DeliveryRow({ delivery, isPaused }: Props) {
  const { t, language } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  const { id, event, status, created_at, response_status, attempts, duration_ms } = delivery
  const duration = duration_ms === null ? nothing : t('{ms} ms', { ms: duration_ms.toLocaleString(language) })
  const isRetried = status === 'queued' && delivery.fault !== null
  const Chevron = isOpen ? IconChevronDown : IconChevronRight
  return (
    <>
      <tr>
        <td data-label={t('Time')}>{instantText(created_at)}</td>
        <td data-label={t('Event')}>{t(deliveredEventWords[event])}</td>
        <td data-label={t('Status')}>
          <StatusBadge word={isRetried ? 'To be retried' : deliveryStatusWords[status]} context="webhook" />
        </td>
        <td data-label={t('Code')} data-align="end">
          {response_status ?? nothing}
        </td>
        <td data-label={t('Attempts')} data-align="end">
          {attempts}
        </td>
        <td data-label={t('Duration')} data-align="end">
          {duration}
        </td>
        <td>
          <Button
            variant="subtle"
            size="compact-sm"
            aria-expanded={isOpen}
            aria-label={t('Details of delivery {id}', { id })}
            leftSection={<Chevron size={16} aria-hidden />}
            onClick={() => setOpen(!isOpen)}
          >
            {t('Details')}
          </Button>
        </td>
      </tr>
      {isOpen ? (
        <tr className="webhook-details">
          <td colSpan={columns}>
            <Details delivery={delivery} isPaused={isPaused} />
          </td>
        </tr>
      ) : null}
    </>
  )
}

const indented = (body: string): string => JSON.stringify(JSON.parse(body), null, 2)
function Details({ delivery, isPaused }: Props) {
  const { t } = useTranslation()
  const resend = useAction(webhooks.resend)
  const { id, attempted_at, next_attempt_at, fault, fault_message, answer, body, can_resend } = delivery
  return (
    <div className="webhook-exchange">
      <dl className="record-facts">
        <Fact name={t('Number')}>{id}</Fact>
        <Fact name={t('Last attempt')}>{attempted_at && instantText(attempted_at)}</Fact>
        {next_attempt_at && !isPaused ? <Fact name={t('Next attempt')}>{instantText(next_attempt_at)}</Fact> : null}
        {fault ? <Fact name={t('Last error')}>{sentence(t, fault_message, fault)}</Fact> : null}
      </dl>
      <h3>{t('Sent body')}</h3>
      <pre>{indented(body)}</pre>
      <h3>{t('Answer')}</h3>
      {answer ? <pre>{answer}</pre> : <p className="record-note">{t('There was no answer, or an empty one.')}</p>}
      {can_resend && !isPaused ? (
        <Button
          size="xs"
          variant="default"
          loading={resend.isPending}
          leftSection={<IconSend size={16} aria-hidden />}
          onClick={() => resend.mutate({ params: { id } })}
        >
          {t('Re-send')}
        </Button>
      ) : null}
    </div>
  )
}
