import { type WebhookDelivery, type WebhookWithSecret, webhooks } from '@portal/contract/webhooks/webhooks.ts'
import { expect } from 'vitest'
import { openOutbound } from '../../platform/outbound/post.ts'
import { readConfig } from '../../process/config.ts'
import type { Delivering } from '../../webhooks/delivering.actions.ts'
import { deliverDue } from '../../webhooks/webhooks.jobs.ts'
import { raiseEvents } from '../../webhooks/writing.actions.ts'
import { sealAll } from '../mails/notifying.ts'
import type { TestApp } from '../test-app.ts'

/** As with WEBHOOK_ALLOW_PRIVATE=on. */
export const openToAll = openOutbound(true)

/** The webhooks' jobs in a test, which runs them when it wants. */
export function hooking({ ask, owner, database, clock }: TestApp) {
  const { brands } = readConfig({})
  return {
    async add(who: string, url: string, events: readonly string[]): Promise<WebhookWithSecret> {
      const { status, body } = await ask(who, webhooks.create, { body: { url, events } })
      expect([status, body]).toEqual([201, expect.objectContaining({ url })])
      return body
    },
    /** Seals the audit log and writes the deliveries of what happened. */
    async raise(): Promise<void> {
      await sealAll({ owner })
      await raiseEvents({ database, clock: () => clock.now })
    },
    deliver: (given: Partial<Delivering> = {}): Promise<void> =>
      deliverDue({ database, brands, outbound: openToAll, clock: () => clock.now, limitMs: 5000, ...given }),
    async deliveries(who: string, id: number): Promise<WebhookDelivery[]> {
      const { status, body } = await ask(who, webhooks.deliveries, { params: { id }, query: { size: '50' } })
      expect(status).toBe(200)
      return body.webhook_deliveries
    },
  }
}
