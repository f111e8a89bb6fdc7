import { Checkbox } from '@mantine/core'
import { hiddenEvent } from '@portal/contract/webhooks/sight.rules.ts'
import { type WebhookEvent, webhookEvents } from '@portal/contract/webhooks/webhook-events.ts'
import { providerEvents, webhookEventWords } from '@portal/contract/webhooks/webhooks-words.data.ts'
import { useIsStaff, useSession } from '../api/session.ts'
import { useField } from '../form/form-context.ts'
import { useTranslation } from '../ui/words/translation.ts'

/** What a webhook hears of: what its maker may see, and what happens to the company at all. */
export function EventsField() {
  const { t } = useTranslation()
  const { grants } = useSession()
  const isStaff = useIsStaff()
  const { value, set, input } = useField<WebhookEvent[]>('events', 'Events')
  const offered = webhookEvents.filter(
    (event) =>
      value.includes(event) || (hiddenEvent(grants, [event]) === null && (isStaff || !providerEvents.includes(event))),
  )
  const [first] = offered
  return (
    <Checkbox.Group
      label={input.label}
      error={input.error}
      withAsterisk
      value={value}
      onChange={(chosen) => set(webhookEvents.filter((event) => chosen.includes(event)))}
    >
      <div className="webhook-events">
        {offered.map((event) => (
          <Checkbox
            key={event}
            {...(event === first ? { id: input.id } : {})}
            value={event}
            disabled={input.disabled}
            label={t(webhookEventWords[event])}
            description={event}
          />
        ))}
      </div>
    </Checkbox.Group>
  )
}
