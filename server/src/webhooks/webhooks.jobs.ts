import { setTimeout as sleep } from 'node:timers/promises'
import { type Running, startJob } from '../platform/jobs/jobs.ts'
import { type GoOn, openLanes } from '../platform/jobs/work-queue.ts'
import { type Delivering, deliveryWork } from './delivering.actions.ts'
import { raiseEvents } from './writing.actions.ts'

const everyMs = 2000
/** So many receivers are sent to at once. */
const width = 16
/** A stop waits so long for attempts in progress; those that it aborts are tried again. */
const stopMs = 3000

/** Sends everything that is due, and waits for it. */
export async function deliverDue(delivering: Delivering, goOn?: GoOn): Promise<void> {
  const lanes = openLanes(deliveryWork(delivering), delivering, width)
  await lanes.fill(goOn)
  await lanes.settled()
  await lanes.fill(() => false)
}

export function startWebhooks(delivering: Delivering & Required<Pick<Delivering, 'log'>>): Running {
  const { log } = delivering
  const aborting = new AbortController()
  const lanes = openLanes(deliveryWork(delivering, aborting.signal), delivering, width)
  const raising = startJob({ name: 'webhooks', everyMs, log }, (goOn) => raiseEvents(delivering, goOn))
  const sending = startJob({ name: 'webhook-deliveries', everyMs, log }, (goOn) => lanes.fill(goOn))
  return {
    async stop() {
      await Promise.all([raising.stop(), sending.stop()])
      await Promise.race([lanes.settled(), sleep(stopMs, undefined, { ref: false })])
      aborting.abort()
      await lanes.settled()
    },
  }
}
