import type { Chapter } from './promise.ts'

const deliveries = 'server/src/webhooks/deliveries.test.ts'
const events = 'server/src/webhooks/webhook-events.test.ts'
export const webhookPromises: Chapter = {
  title: 'Webhooks',
  promises: [
    {
      id: 'W1',
      words:
        'What happened is one delivery for each webhook that wants it, whatever crashes or is repeated; no company hears of another’s, and no customer of costs.',
      kept: ['server/src/webhooks/events.queries.ts', 'server/src/webhooks/writing.actions.ts'],
      proof: [
        { file: events, test: 'is raised by its act, and reaches its company and the provider' },
        { file: events, test: 'INTEG-3 several processes, and a pass that is repeated' },
        { file: events, test: 'INTEG-3 COST-2 a customer learns of no exception' },
      ],
      defect: {
        what: 'every webhook hears of every company',
        file: 'server/src/webhooks/events.queries.ts',
        from: "    where c.kind = 'provider' or w.company_id = e.company_id and not e.is_for_staff\n",
        to: '',
      },
    },
    {
      id: 'W2',
      words:
        'A delivery is sent at least once, with one number and body; a receiver that is slow or never answers holds up no other.',
      kept: ['server/src/webhooks/delivering.actions.ts', 'server/src/webhooks/deliveries.queries.ts'],
      proof: [
        { file: deliveries, test: 'INTEG-3 OPS-3 a worker that is killed after the receiver answered' },
        { file: deliveries, test: 'INTEG-3 a receiver that never answers holds up no other' },
        { file: deliveries, test: 'INTEG-3 several workers send each delivery once' },
      ],
      defect: {
        what: 'the delivery of a dead worker is never sent again',
        file: 'server/src/webhooks/deliveries.queries.ts',
        from: " or d.status = 'sending' and d.locked_until <=",
        to: ' or false and d.locked_until <=',
      },
    },
    {
      id: 'W3',
      words: 'A webhook reaches public addresses alone: what is checked is the address that is connected to.',
      kept: ['server/src/platform/outbound/post.ts', 'server/src/platform/outbound/addresses.ts'],
      proof: [
        { file: deliveries, test: 'INTEG-3 the address that is connected to is checked at every delivery' },
        { file: 'server/src/platform/outbound/addresses.test.ts', test: 'INTEG-3 no address %s is public' },
        { file: 'server/src/webhooks/webhooks.test.ts', test: 'INTEG-3 an address with %s is refused' },
      ],
      defect: {
        what: 'the address is checked only when the webhook is made',
        file: 'server/src/platform/outbound/post.ts',
        from: '  if (!allowsPrivate && !addresses.every(isPublicAddress)) throw new PrivateAddress(host)\n',
        to: '',
      },
    },
  ],
}
