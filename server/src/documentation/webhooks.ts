import type { Endpoint } from '@portal/contract/endpoint.ts'
import { deliveredEvents, webhookPayloads } from '@portal/contract/webhooks/webhook-events.ts'
import { deliveredEventWords } from '@portal/contract/webhooks/webhooks-words.data.ts'
import type { NamedSchemas } from './named-schemas.ts'

const pascal = (event: string): string =>
  event.replace(/(^|\.)(\w)/g, (_, _dot, letter: string) => letter.toUpperCase())

/** What the portal posts, as the replies of calls, so that its records get names and descriptions as theirs do. */
export const deliveries: readonly Endpoint[] = deliveredEvents.map((event) => ({
  id: `${pascal(event)}Delivery.get`,
  method: 'POST',
  path: '/',
  summary: deliveredEventWords[event],
  can: 'public',
  reply: webhookPayloads[event],
}))

const header = (name: string, description: string, example: string) => ({
  name,
  in: 'header',
  required: true,
  description,
  schema: { type: 'string' },
  example,
})
const headersOf = (event: string) => [
  header('Portal-Event', 'Which event it is.', event),
  header('Portal-Delivery', 'Number of the delivery, the same when it is sent again.', '501'),
  header(
    'Portal-Signature',
    'Time in seconds since 1970, and HMAC-SHA256 of the time, a dot and the body. Two signatures after a rotation.',
    `t=1794700000,v1=${'a'.repeat(64)}`,
  ),
]

/** The calls that the portal makes, by event (INTEG-3). */
export const webhooksOf = (schemas: NamedSchemas): Record<string, unknown> =>
  Object.fromEntries(
    deliveries.map((delivery, at) => [
      deliveredEvents[at],
      {
        post: {
          operationId: `deliver.${deliveredEvents[at]}`,
          tags: ['Webhooks'],
          summary: delivery.summary,
          description: 'Sent to each webhook that hears of it. Anything but a status of 2xx is sent again later.',
          security: [],
          parameters: headersOf(String(deliveredEvents[at])),
          requestBody: { required: true, content: { 'application/json': { schema: schemas.replyOf(delivery) } } },
          responses: {
            '2XX': { description: 'Taken.' },
            '4XX': { description: 'Refused; it is sent again.' },
          },
        },
      },
    ]),
  )
